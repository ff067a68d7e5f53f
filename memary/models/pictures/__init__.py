"""Pictures: fetched safely, made small and plain, and looked at by a model that sees."""
