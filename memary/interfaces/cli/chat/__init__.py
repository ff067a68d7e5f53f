"""Read what is typed in `memary chat`: the prompt with its completions, and commands that begin with a slash."""
