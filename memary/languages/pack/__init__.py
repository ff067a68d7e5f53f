"""Define what a language pack holds: the record `Language` and its parts."""
