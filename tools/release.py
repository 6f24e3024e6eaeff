"""Build a release: ``python tools/release.py v0.1.0`` puts wheel, source and checksums in dist/.

The tag must match the version in pyproject.toml, CITATION.cff and the package, and the changelog
must have a section for it. SHA256SUMS also lists the results that the documentation publishes, so
that anyone who downloads a release can verify them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = ("docs/reproduction.json", "docs/results.json")


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version in each file."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    package = (root / "pegsolitaire" / "__init__.py").read_text(encoding="utf-8")
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    return {
        "pyproject.toml": project["project"]["version"],
        "CITATION.cff": _found(r"^version: (\S+)$", citation),
        "pegsolitaire/__init__.py": _found(r'^__version__ = "(.+)"$', package),
        "CHANGELOG.md": _found(r"^## (\d\S*)", changes),
    }


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    return match[1] if match else "none"


def main() -> None:
    """Check the versions, build the release and write the checksums."""
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/release.py TAG, such as v0.1.0")
    tag = sys.argv[1]
    wrong = {file: found for file, found in versions().items() if f"v{found}" != tag}
    if wrong:
        told = ", ".join(f"{file} says {found}" for file, found in wrong.items())
        sys.exit(f"the tag is {tag}, but {told}: change these, or delete the tag and set another")
    dist = ROOT / "dist"
    subprocess.run([sys.executable, "-m", "build", "--outdir", dist, ROOT], check=True)
    files = [*sorted(dist.glob("pegsolitaire-*")), *(ROOT / name for name in RESULTS)]
    lines = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (dist / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
