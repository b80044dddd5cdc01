"""Bad input ends a command with one line on stderr and exit code 2, never with a traceback."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from lightgbm.basic import LightGBMError


class InputError(Exception):
    """What is wrong, where, what was expected and what was found, in one line."""


class ArgumentParser(argparse.ArgumentParser):
    """argparse, but a wrong command line is an InputError like any other bad input."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; {self.format_usage()}")

    def add_threads(self) -> None:
        self.add_argument("--threads", type=positive, default=1, metavar="N", help="threads of LightGBM (default 1)")


def positive(text: str) -> int:
    """A whole number from 1; argparse turns the ValueError into its message."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def run(name: str, command: Callable[[Sequence[str]], None]) -> int:
    """Runs `command` with the arguments of this process and returns its exit code."""
    try:
        command(sys.argv[1:])
    except (InputError, LightGBMError, OSError) as error:
        print(f"{name}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
