"""Without an extra one sentence says what to install, and nothing heavy is loaded unasked."""

import subprocess
import sys

import pytest

NEEDS = {
    "pettingzoo": ("pettingzoo", "loseta[rl]"),
    "gymnasium": ("gymnasium", "loseta[rl]"),
    "vector": ("numba", "loseta[rl]"),
    "seat_vector": ("numba", "loseta[rl]"),
    "sb3": ("stable_baselines3", "loseta[sb3]"),
    "openspiel": ("pyspiel", "loseta[openspiel]"),
}


@pytest.mark.parametrize("module", NEEDS)
def test_one_sentence_names_the_extra(module: str) -> None:
    package, extra = NEEDS[module]
    code = f"import sys; sys.modules[{package!r}] = None; import loseta.envs.{module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = run.stderr.strip().splitlines()[-1]
    assert last == (
        f"ModuleNotFoundError: loseta.envs.{module} needs packages that are not installed. "
        f'Install them with: pip install "{extra}"'
    )


def test_the_function_that_observes_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from loseta import azul; from loseta.envs import observe; observe(azul.State.new(), 0)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.strip().endswith('pip install "loseta[rl]"')


def test_an_error_inside_our_own_code_is_not_taken_for_a_missing_package() -> None:
    code = "import sys; sys.modules['loseta.envs.spec'] = None; import loseta.envs.pettingzoo"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install" not in run.stderr
    assert "loseta.envs.spec" in run.stderr


def test_one_seat_against_players_that_do_not_search_does_without_numba() -> None:
    code = "import sys; import loseta.envs.gymnasium; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "numba" not in run.stdout.split()


def test_the_training_example_says_what_it_needs() -> None:
    """It needs torch, which is too large for the tests; `make train` runs it."""
    code = (
        "import sys, runpy; sys.modules['sb3_contrib'] = None; sys.modules['torch'] = None\n"
        "runpy.run_path('examples/train_azul.py', run_name='__main__')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.strip().endswith(
        "is not installed. Install it with: pip install 'loseta[train]'"
    )
    assert len(run.stderr.strip().splitlines()) == 1
