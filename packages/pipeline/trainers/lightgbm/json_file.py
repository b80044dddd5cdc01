"""JSON files, strictly: no NaN or Infinity literals, no repeated keys; written whole or not at all."""

import json
import os
from typing import Any

from failure import InputError


def read_json(path: str) -> Any:
    """The value in the file. @raises InputError: not JSON."""

    def refuse_constant(literal: str) -> None:
        raise InputError(f"{path}: {literal} is not JSON")

    def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise InputError(f"{path}: the key {json.dumps(key)} stands there twice")
        return dict(pairs)

    with open(path, encoding="utf-8-sig") as file:
        try:
            return json.load(file, parse_constant=refuse_constant, object_pairs_hook=unique_keys)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: not a JSON file: {error}") from None


def to_json(value: Any) -> str:
    """One line; a double as its shortest decimal that reads back to the same bits."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        raise InputError("the result holds a number that is not finite") from None


def write_text(path: str, text: str) -> None:
    """Writes beside `path` and renames, so that a killed run leaves no half file."""
    part = f"{path}.part"
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    try:
        os.replace(part, path)
    except OSError:
        os.remove(part)
        raise
