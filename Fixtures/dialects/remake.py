#!/usr/bin/env python3
"""Makes the .descriptors and .jsonl files of Fixtures/dialects/ from its .proto files and cases.py.

    .venv/bin/python Fixtures/dialects/remake.py

Needs the packages of Fixtures/requirements.txt. Text format is that of the protoc of grpcio-tools, which also says which
schemas are sound; JSON and canonical bytes are those of Google's Python runtime.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import grpc_tools

from cases import JSON, MESSAGES, SCHEMAS, TEXTS

FOLDER = pathlib.Path(__file__).resolve().parent
# The files of google.protobuf that come with protoc.
INCLUDES = pathlib.Path(grpc_tools.__file__).parent / "_proto"
# protoc takes these, and so does the runtime in pure Python, but not the one in C (upb).
PURE = ["legacy", "names"]


def protoc(*arguments, given=b"", folder=FOLDER):
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{folder}", *arguments]
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def stem(type):
    return type.split(".")[1]


def ask(questions):
    """Each question together with the answer of Google's Python runtime."""
    answers = {}
    for implementation in ("python", "upb"):
        names = [path.stem for path in FOLDER.glob("acme/*.proto") if (path.stem in PURE) == (implementation == "python")]
        own = [index for index, question in enumerate(questions) if stem(question["type"]) in names]
        result = subprocess.run(
            [sys.executable, FOLDER / "runtime.py", *(FOLDER / f"{name}.descriptors" for name in names)],
            input="".join(json.dumps(questions[index]) + "\n" for index in own).encode(),
            env={**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": implementation},
            stdout=subprocess.PIPE, check=True)
        answers.update(zip(own, map(json.loads, result.stdout.splitlines()), strict=True))
    return [{**question, **answers[index]} for index, question in enumerate(questions)]


def decoded(type, hex):
    result = protoc(f"--decode={type}", f"acme/{stem(type)}.proto", given=bytes.fromhex(hex))
    result.check_returncode()
    return {"text": result.stdout.decode()}


def encoded(type, text):
    result = protoc(f"--encode={type}", "--deterministic_output", f"acme/{stem(type)}.proto", given=text.encode())
    return {"type": type, "text": text, "hex": None if result.returncode else result.stdout.hex()}


def verdict(text):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "test.proto").write_text(text)
        result = protoc(f"-I{INCLUDES}", "-o/dev/null", "test.proto", folder=folder)
    errors = [line.split(": ", 1)[1] for line in result.stderr.decode().splitlines()]
    errors = [error for error in errors if not error.startswith("warning: ")]
    return {"text": text, "error": errors[0] if result.returncode else None}


def write(name, lines):
    (FOLDER / name).write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


for path in sorted(FOLDER.glob("acme/*.proto")):
    protoc(f"-o{FOLDER / path.stem}.descriptors", "--include_source_info", f"acme/{path.name}").check_returncode()
messages = ask([{"type": type, "hex": hex} for type, hex in MESSAGES])
write("messages.jsonl", [{**line, **decoded(line["type"], line["hex"])} for line in messages])
write("texts.jsonl", [encoded(type, text) for type, text in TEXTS])
write("json.jsonl", ask([{"type": type, "json": text} for type, text in JSON]))
write("schemas.jsonl", [verdict(text) for text in SCHEMAS])
