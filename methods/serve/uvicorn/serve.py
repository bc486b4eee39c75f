"""uvicorn: it starts processes of the application, each of which sends many files at a time."""

import uvicorn

if __name__ == "__main__":
    # By itself uvicorn starts one process, which uses one CPU; whoever runs it in production starts several.
    uvicorn.run("app:application", host="0.0.0.0", port=8000, workers=2, access_log=False)
