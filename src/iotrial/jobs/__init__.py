"""The public API for a job: everything that a methods/JOB/job.py imports."""
