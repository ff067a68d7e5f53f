"""Read English as it is typed in a chat: without capitals, apostrophes and subjects."""
