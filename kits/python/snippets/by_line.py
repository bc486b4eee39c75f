# for line in file: one line after the other. Change it to what you have in mind.


def run(path: str) -> int:
    with open(path, "rb") as file:
        return sum(1 for line in file)
