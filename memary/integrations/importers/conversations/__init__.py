"""Read conversations that were had elsewhere: assistants' exports, session logs of coding agents."""
