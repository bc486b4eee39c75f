"""Draw the pictures of README from build/site: the matrix of answers, and one answer; `make pictures`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent
SITE = FOLDER.parents[1] / "build" / "site"

#: Picture -> the page, its width and how much of it is shown, in pixels.
PICTURES = {
    "matrix.png": ("index.html", 1280, 900),
    "answer.png": ("append/php/index.html", 1040, 900),
}


def main() -> int:
    """Draw them by the Chromium that is installed; 1 if there is none, or no site."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None or not (SITE / "index.html").is_file():
        print("it takes Chromium, and `make site` before", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, (path, width, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
            page.goto((SITE / path).as_uri())
            page.screenshot(path=FOLDER / name)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
