#!/usr/bin/env python3
"""Writes fields.jsonl.gz: bytes, and the fields that Google's Python runtime finds in them.

Every message is read as a google.protobuf.Empty, to which all fields are unknown, and taken apart by UnknownFieldSet.
The messages: all of Fixtures/messages of at most 1 KB, and random fields of every wire type, with groups in groups, longer
tags, lengths and varints than need be, and the largest field numbers.

Needs protobuf, see Fixtures/requirements.txt.
"""
import gzip
import json
import pathlib
import random

from google.protobuf import empty_pb2, unknown_fields

HERE = pathlib.Path(__file__).resolve().parent
RANDOM = random.Random(1)


def varint(value, surplus=0):
    result = bytearray()
    while value > 0x7F or surplus > 0:
        if value <= 0x7F:
            surplus -= 1
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value)
    return bytes(result)


def sometimes_longer(value, limit):
    return varint(value, RANDOM.choice([0, 0, 0, RANDOM.randrange(limit - len(varint(value)) + 1)]))


def field(depth):
    number = RANDOM.choice([1, 2, 15, 16, 2047, 2048, 1 << 28, (1 << 29) - 1, RANDOM.randrange(1, 1 << 29)])
    kind = RANDOM.choice([0, 1, 2, 5] + [3] * (depth < 4))
    tag = sometimes_longer(number << 3 | kind, 5)
    if kind == 0:
        return tag + sometimes_longer(RANDOM.choice([0, 1, 127, 128, (1 << 64) - 1, RANDOM.getrandbits(64)]), 10)
    if kind == 1:
        return tag + RANDOM.randbytes(8)
    if kind == 2:
        content = RANDOM.randbytes(RANDOM.choice([0, 1, 5, 20, 200]))
        return tag + sometimes_longer(len(content), 5) + content
    if kind == 5:
        return tag + RANDOM.randbytes(4)
    return tag + fields(depth + 1) + sometimes_longer(number << 3 | 4, 5)


def fields(depth=0):
    return b"".join(field(depth) for _ in range(RANDOM.randrange(7)))


def taken_apart(field_set):
    return [{"number": field.field_number, "wire_type": field.wire_type, "value": value(field)} for field in field_set]


def value(field):
    """Numbers in decimal, as JSON's own are not exact."""
    if field.wire_type == 3:
        return taken_apart(field.data)
    return field.data.hex() if field.wire_type == 2 else str(field.data)


def main():
    files = sorted((HERE.parent / "messages").rglob("*.binpb"))
    messages = {path.read_bytes() for path in files if path.stat().st_size <= 1024}
    messages |= {fields() for _ in range(200)}
    lines = []
    for message in sorted(messages):
        found = unknown_fields.UnknownFieldSet(empty_pb2.Empty.FromString(message))
        lines.append(json.dumps({"hex": message.hex(), "fields": taken_apart(found)}, separators=(",", ":")) + "\n")
    (HERE / "fields.jsonl.gz").write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    print(len(lines), "messages")


main()
