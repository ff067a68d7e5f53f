"""Find names in Chinese: where a text has some, in Latin letters as well, their forms, and roles."""
