"""The files of deploy/ are accepted by the programs that read them, and name what there is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from deploy.parts import find
from loseta.server import metrics

from ..support import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
PROCESS = {"process_cpu_seconds_total", "process_resident_memory_bytes"}
"""What the library of Prometheus tells of every process."""


def all_figures() -> set[str]:
    """The names under which Prometheus keeps what `/metrics` tells."""
    found = set(PROCESS)
    for each in vars(metrics).values():
        if not isinstance(each, Counter | Gauge | Histogram):
            continue
        (family,) = each.describe()
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "gauge": [""]}
        found |= {family.name + end for end in ends[family.type]}
    return found


def named_figures(text: str) -> set[str]:
    return set(re.findall(r"\b(?:loseta|process)_[a-z_]+\b", text))


@pytest.mark.skipif(find("haproxy") is None, reason="there is no haproxy here")
@pytest.mark.parametrize("settings", [{}, {"LOSETA_BIND": ":80", "LOSETA_ONE": "127.0.0.1:1"}])
def test_haproxy_takes_its_example(settings: dict[str, str]) -> None:
    command = [str(find("haproxy")), "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    environment = {**os.environ, **settings}
    check = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr
    assert "WARNING" not in check.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_its_units(unit: Path, tmp_path: Path) -> None:
    """With a program that is there. Without systemd only what a parser can see."""
    text = unit.read_text(encoding="utf-8")
    keys = [line for line in text.splitlines() if line and line[0] not in "#["]
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+=.*", line) for line in keys)
    assert "ExecStart=/opt/loseta/bin/loseta " in text
    assert "NoNewPrivileges=yes" in text
    if shutil.which("systemd-analyze") is None:
        return
    copy = tmp_path / unit.name
    copy.write_text(text.replace("/opt/loseta/bin/loseta", "/bin/true"), encoding="utf-8")
    command = ["systemd-analyze", "verify", str(copy)]
    check = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (check.returncode, check.stderr) == (0, "")


def test_the_compose_file_has_the_parts_of_a_cluster() -> None:
    composed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = composed["services"]
    assert set(services) == {"one", "two", "workers", "proxy", "postgres", "redis"}
    for name in ("one", "two"):
        assert services[name]["command"][:2] == ["loseta", "serve"]
        assert "LOSETA_DB" in services[name]["environment"]
    assert services["workers"]["command"] == ["loseta", "workers"]
    proxy = services["proxy"]["environment"]
    assert set(proxy) == set(re.findall(r"\$\{(\w+)", (DEPLOY / "haproxy.cfg").read_text("utf-8")))
    file = DEPLOY / services["one"]["build"]["context"] / services["one"]["build"]["dockerfile"]
    assert file.is_file()


def test_the_board_shows_figures_that_there_are() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = {name for panel in board["panels"] for t in panel["targets"] for name in [t["expr"]]}
    named = named_figures(" ".join(asked))
    assert named <= all_figures(), named - all_figures()
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in all_figures()}
    shown = {re.sub("_(bucket|sum|count)$", "", name) for name in named}
    assert families <= shown, f"not on the board: {families - shown}"


def test_the_page_tells_of_figures_and_files_that_there_are() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    named = named_figures(page)
    assert named
    assert named <= all_figures(), named - all_figures()
    for name in ("haproxy.cfg", "compose.yaml", "Containerfile", "grafana.json", "systemd"):
        assert f"../deploy/{name}" in page
