"""Let callers read and write the memory that is theirs or shared with them, and no other."""
