"""What is kept beside the logs of whole campaigns: which are put away, and the reports as they were sent."""
