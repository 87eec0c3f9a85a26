#!/usr/bin/env python3
"""Makes the .binpb and .json files of Fixtures/messages/ from the .txtpb files, and verifies all three.

    python3 -m venv .venv
    .venv/bin/pip install -r Fixtures/requirements.txt
    .venv/bin/python Fixtures/remake.py [--check] [type or case name, or a part of it ...]

Needs protoc 3.21 or later. With --check nothing is written, and a file that would change is an error.

For Fixtures/messages/<full type name>/<case>.txtpb:
- .binpb is what `protoc --encode` makes of the text with the files of Protos/;
- .json is what Google's Python runtime makes of those bytes with the message classes of Google's published
  packages. There is none where the JSON mapping has no words for the message; the script names these cases.

The runtime also has to read the bytes and to write exactly the same ones. The .binpb of a case captured-NAME has
to equal Fixtures/captures/NAME.bin.
"""

import argparse
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message, message_factory

FIXTURES = pathlib.Path(__file__).resolve().parent
PROTOS = FIXTURES.parent / "Protos"
MESSAGES = FIXTURES / "messages"
PROTO_FILES = sorted(str(path) for path in PROTOS.rglob("*.proto"))

# Importing these puts Google's own descriptors into the default pool.
OFFICIAL_MODULES = [
    "google.maps.fleetengine_v1.types",
    "google.maps.fleetengine_delivery_v1.types",
    "google.geo.type.types",
    *(f"google.rpc.{n}_pb2" for n in ("status", "error_details", "code")),
    "google.type.latlng_pb2",
    *(f"google.protobuf.{n}_pb2" for n in "any duration empty field_mask struct timestamp wrappers".split()),
]
# No longer in the packages, so its class is made from Protos/.
NOT_IN_PACKAGES = {"maps.fleetengine.v1.UpdateVehicleLocationRequest"}

STRUCT_TYPES = {f"google.protobuf.{n}" for n in ("Struct", "Value", "ListValue")}
# Inside an Any these stand under the key "value", since their own JSON is no object with their fields.
SPECIAL_IN_ANY = STRUCT_TYPES | {f"google.protobuf.{n}" for n in ("Any", "Duration", "FieldMask", "Timestamp")}
SPECIAL_IN_ANY |= {
    f"google.protobuf.{n}Value" for n in "Double Float Int64 UInt64 Int32 UInt32 Bool String Bytes".split()
}

# Text has no way to write fields that the schema does not know; these bytes are put behind the encoded message.
# No message here has a field with one of these numbers.
UNKNOWN_FIELDS = bytes.fromhex(
    "c03e 9601"  # 1000: varint 150
    "c93e 0102030405060708"  # 1001: 64 bits
    "d23e 05 ff00fe01fd"  # 1002: five bytes that are not UTF-8
    "db3e 0807 1203616263 1b2001 1c dc3e"  # 1003: a group of a varint, three bytes and a group with a varint
    "e53e 0a0b0c0d"  # 1004: 32 bits
    "c03e 00"  # 1000 once more, now a zero
    "f8ffffff0f 01"  # 536870911, the largest number: varint 1
)
# Suffixes by case, and by (type, case) where the unknown fields are deeper inside.
SUFFIXES = {
    "unknown": UNKNOWN_FIELDS,
    # pickup_point (5) { point (1) {} and an unknown varint }, last_location (11) { an unknown group }
    ("maps.fleetengine.v1.Trip", "unknown-nested"): bytes.fromhex("2a06 0a00 c03e 9601  5a04 db3e dc3e"),
    # last_location (5) { heading (2) { value (1): 90 and an unknown varint } }
    ("maps.fleetengine.v1.Vehicle", "unknown-nested"): bytes.fromhex("2a08 1206 085a c03e 9601"),
}


def official_classes():
    """A function from full type names to the message classes of the official runtime."""
    for name in OFFICIAL_MODULES:
        importlib.import_module(name)
    with tempfile.NamedTemporaryFile() as out:
        command = ["protoc", f"-I{PROTOS}", "--include_imports", f"--descriptor_set_out={out.name}", *PROTO_FILES]
        if subprocess.run(command).returncode:
            sys.exit("protoc does not accept Protos/")
        descriptors = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out.name).read_bytes())
    ours = descriptor_pool.DescriptorPool()
    for file in descriptors.file:
        ours.Add(file)

    def find(name):
        pool = ours if name in NOT_IN_PACKAGES else descriptor_pool.Default()
        return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))

    names = []

    def walk(described, scope):
        if not described.options.map_entry:
            names.append(f"{scope}.{described.name}")
            for nested in described.nested_type:
                walk(nested, f"{scope}.{described.name}")

    for file in descriptors.file:
        if file.package != "google.api" and not file.name.endswith("descriptor.proto"):
            for described in file.message_type:
                walk(described, file.package)
    return find, names


def encode(name, text):
    command = ["protoc", f"-I{PROTOS}", "--deterministic_output", f"--encode={name}", *PROTO_FILES]
    result = subprocess.run(command, input=text, capture_output=True)
    if result.returncode:
        raise ValueError(result.stderr.decode().strip())
    return result.stdout


def sort_maps(tree, descriptor):
    """JSON with the entries of maps sorted by key; the runtime prints them in an order that changes with each run."""
    if isinstance(tree, list):
        return [sort_maps(element, descriptor) for element in tree]
    if not isinstance(tree, dict):
        return tree
    if descriptor.full_name in STRUCT_TYPES:
        return {key: sort_maps(tree[key], descriptor) for key in sorted(tree)}
    if "@type" in tree:
        descriptor = descriptor_pool.Default().FindMessageTypeByName(tree["@type"].rpartition("/")[2])
        if descriptor.full_name in SPECIAL_IN_ANY:
            return {"@type": tree["@type"], "value": sort_maps(tree["value"], descriptor)}
    sorted_tree = dict(tree)
    for field in descriptor.fields:
        if field.message_type and field.json_name in tree:
            value = tree[field.json_name]
            if field.message_type.GetOptions().map_entry:
                sorted_tree[field.json_name] = dict(sorted(value.items()))
            else:
                sorted_tree[field.json_name] = sort_maps(value, field.message_type)
    return sorted_tree


def to_json(value):
    """The official JSON, or None when the mapping has no words for the message."""
    try:
        tree = sort_maps(json_format.MessageToDict(value), value.DESCRIPTOR)
        return (json.dumps(tree, indent=2) + "\n").encode()  # the same text as MessageToJson
    except (ValueError, TypeError, json_format.Error, message.Error):
        return None


class Remake:
    def __init__(self, check):
        self.check, self.problems, self.changed, self.without_json, self.cases = check, [], [], [], 0
        # A case is named like the capture, with a dash before the number of the message.
        self.captures = {path.stem.replace(".", "-"): path for path in (FIXTURES / "captures").glob("*.bin")}

    def settle(self, path, content):
        """Brings a file to its content, or to not being there."""
        current = path.read_bytes() if path.exists() else None
        if current == content:
            return
        self.changed.append(path)
        if self.check:
            self.problems.append(f"{path.relative_to(FIXTURES)} is not what the text says")
        elif content is None:
            path.unlink()
        else:
            path.write_bytes(content)

    def case(self, cls, text):
        name, case, self.cases = text.parent.name, text.stem, self.cases + 1
        label = f"{name}/{case}"
        try:
            data = encode(name, text.read_bytes()) + SUFFIXES.get((name, case), SUFFIXES.get(case, b""))
            decoded = cls.FromString(data)
        except Exception as error:
            self.problems.append(f"{label}: {error}")
            return
        if decoded.SerializeToString(deterministic=True) != data:
            self.problems.append(f"{label}: the official runtime writes other bytes")
        if case.startswith("captured-"):
            captured = self.captures.get(case.removeprefix("captured-"))
            if captured is None or captured.read_bytes() != data:
                self.problems.append(f"{label}: differs from its .bin in captures/")
        printed = to_json(decoded)
        if printed is None:
            self.without_json.append(label)
        self.settle(text.with_suffix(".binpb"), data)
        self.settle(text.with_suffix(".json"), printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; a difference is an error")
    parser.add_argument("parts", nargs="*", help="only cases whose type/case contains one of these")
    options = parser.parse_args()
    find, names = official_classes()
    remake = Remake(options.check)
    for name in names:
        texts = sorted((MESSAGES / name).glob("*.txtpb"))
        for needed in ("empty", "unknown"):
            if MESSAGES / name / f"{needed}.txtpb" not in texts:
                remake.problems.append(f"{name}: no case {needed}")
        for text in texts:
            if not options.parts or any(part in f"{name}/{text.stem}" for part in options.parts):
                remake.case(find(name), text)
    for folder in sorted(MESSAGES.iterdir()):
        if folder.name not in names:
            remake.problems.append(f"messages/{folder.name}: no such message in Protos/")
        for path in folder.iterdir():
            if not path.with_suffix(".txtpb").exists():
                remake.problems.append(f"{path.relative_to(FIXTURES)} has no .txtpb")
    for problem in remake.problems:
        print(problem)
    if remake.without_json:
        print(f"without JSON: {', '.join(remake.without_json)}")
    changed, problems = len(remake.changed), len(remake.problems)
    print(f"{len(names)} types, {remake.cases} cases, {changed} files changed, problems: {problems}")
    sys.exit(1 if remake.problems else 0)


if __name__ == "__main__":
    main()
