"""What tests remember: talks, graphs and things to look for."""
