"""What a viewer knows of the enemy: dated contacts, worked out from what he was told and from nothing else."""
