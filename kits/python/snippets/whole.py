# read() of the whole file, then count(). Change it to what you have in mind.


def run(path: str) -> int:
    with open(path, "rb") as file:
        return file.read().count(b"\n")
