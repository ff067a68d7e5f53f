"""Read replies of models: thoughts set aside, JSON mended, a refused request's body cut short."""
