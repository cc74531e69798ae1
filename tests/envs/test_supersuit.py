"""SuperSuit on the PettingZoo environment, as `docs/envs/pettingzoo.md` says; it comes with
`make test-training`."""

import subprocess
from pathlib import Path

import pytest

from ..support import PATIENCE, large_python
from .pages import FOLDER

FAILS = """
import numpy as np
import supersuit
from loseta.envs import pettingzoo

try:
    supersuit.dtype_v0(pettingzoo.azul(), np.float32)
except AttributeError as error:
    print(error)
"""


def run(code: str, tmp_path: Path) -> str:
    done = subprocess.run(
        [large_python("supersuit"), "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.long
def test_the_page_says_what_works_and_what_does_not(tmp_path: Path) -> None:
    page = (FOLDER / "pettingzoo.md").read_text(encoding="utf-8")
    section = page.split("## SuperSuit")[1]
    example = section.split("```python\n")[1].split("```")[0]
    assert run(example, tmp_path) == "float32 True"
    assert f"`{run(FAILS, tmp_path)}`" in section.replace("3.11: ", "")
