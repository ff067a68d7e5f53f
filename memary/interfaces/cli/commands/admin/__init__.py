"""Run the commands of whoever keeps memory going: setup, health, upkeep, servers, access, costs."""
