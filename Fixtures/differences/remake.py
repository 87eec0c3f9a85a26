#!/usr/bin/env python3
"""Makes the pairs of messages in Fixtures/differences/, and says what differs in each.

    .venv/bin/python Fixtures/differences/remake.py [--seed N] [--cases N] [--to FOLDER]

Needs the packages of Fixtures/requirements.txt. A pair is a message of Fixtures/messages or Fixtures/captures, and the
same message after some edits that Google's Python runtime has made: fields set, changed and cleared, elements put into
lists and taken out of them, unknown fields. What is expected follows from the edits, not from a comparison: for each
one the path, the kind, and the old and the new value in the official JSON mapping. The second message is written with
its fields in another order, which must make no difference.

Each line of <full type name>.jsonl is an object: `base`, `old` and `new` (hexadecimal), `changes`, and `mask`, the
smallest update_mask for the edits by google.protobuf.field_mask_pb2.
"""

import argparse
import importlib.util
import json
import pathlib
import random

from google.protobuf import field_mask_pb2, json_format
from google.protobuf.descriptor import FieldDescriptor as F

FOLDER = pathlib.Path(__file__).resolve().parent
FIXTURES = FOLDER.parent
spec = importlib.util.spec_from_file_location("remake", FIXTURES / "remake.py")
remake = importlib.util.module_from_spec(spec)
spec.loader.exec_module(remake)

TYPES = [
    "google.rpc.ErrorInfo",
    "maps.fleetengine.delivery.v1.DeliveryVehicle",
    "maps.fleetengine.delivery.v1.Task",
    "maps.fleetengine.v1.SearchVehiclesRequest",
    "maps.fleetengine.v1.Trip",
    "maps.fleetengine.v1.UpdateVehicleRequest",
    "maps.fleetengine.v1.Vehicle",
]
LARGEST_BASE = 1800


def is_value(descriptor):
    """Messages that are compared whole."""
    return descriptor.full_name.startswith(("google.protobuf.", "google.type."))


def is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def identity(descriptor):
    """The fields that name an element of a list."""
    fields = [f for f in descriptor.fields if not f.is_repeated]
    for name in ("key", "name"):
        if found := [f for f in fields if f.name == name]:
            return found
    found = [f for f in fields if f.type == F.TYPE_STRING and (f.name == "id" or f.name.endswith("_id"))]
    return found and found + [f for f in fields if f.type == F.TYPE_ENUM and f.name.endswith("_type")]


def key(element, fields):
    """What stands in brackets behind the name of the list; None when nothing names the element."""
    parts, named = [], False
    for field in fields:
        value = getattr(element, field.name)
        if not value:
            continue
        if field.type == F.TYPE_STRING:
            named = True
            parts.append(json.dumps(value, ensure_ascii=False))
        else:
            parts.append(field.enum_type.values_by_number[value].name)
    return " ".join(parts) if named else None


def json_value(message, field, element=None):
    """A field's value as the official mapping writes it, or that of one element."""
    alone = type(message)()
    if element is not None:
        target = getattr(alone, field.name)
        target.add().CopyFrom(element) if field.message_type else target.append(element)
    elif field.is_repeated:
        getattr(alone, field.name).MergeFrom(getattr(message, field.name))
    elif field.message_type:
        getattr(alone, field.name).CopyFrom(getattr(message, field.name))
    else:
        setattr(alone, field.name, getattr(message, field.name))
    value = json_format.MessageToDict(alone)[field.json_name]
    return value[0] if element is not None else value


class Editor:
    def __init__(self, rng):
        self.rng = rng
        self.changes = []

    def note(self, path, kind, old=None, new=None):
        change = {"path": path, "kind": kind}
        if kind != "added":
            change["old"] = old
        if kind != "removed":
            change["new"] = new
        self.changes.append(change)

    def scalar(self, field, old):
        """A value that is neither the old one nor the default."""
        rng = self.rng
        while True:
            if field.type == F.TYPE_STRING:
                new = rng.choice(["x", "née", "a.b[0]", '"q"']) + str(rng.randrange(100))
            elif field.type == F.TYPE_BYTES:
                new = rng.randbytes(rng.randrange(1, 6))
            elif field.type == F.TYPE_BOOL:
                new = not old
            elif field.type == F.TYPE_ENUM:
                new = rng.choice([v.number for v in field.enum_type.values])
            elif field.type in (F.TYPE_DOUBLE, F.TYPE_FLOAT):
                new = rng.randrange(1, 4000) / 8
            else:
                new = rng.randrange(1, 1 << 20)
            if new != old:
                return new

    def fill(self, message):
        """Something in a message that is new."""
        for field in message.DESCRIPTOR.fields:
            if not field.is_repeated and field.message_type is None and field.type != F.TYPE_BOOL:
                setattr(message, field.name, self.scalar(field, field.default_value))
                if field.type == F.TYPE_ENUM or message.DESCRIPTOR.full_name.startswith("google.protobuf."):
                    break
        if message.DESCRIPTOR.full_name == "google.protobuf.FieldMask":
            message.paths.append("trip_status")

    def edit(self, message, prefix="", share=0.3, levels=3):
        for field in message.DESCRIPTOR.fields:
            # The packages write `type` as `type_`, since it is a word of Python.
            name = field.name.rstrip("_")
            path = f"{prefix}.{name}" if prefix else name
            if self.rng.random() > (share + 0.4 if field.is_repeated else share):
                continue
            if field.is_repeated:
                if len(getattr(message, field.name)):
                    (self.edit_map if is_map(field) else self.edit_list)(message, field, path, levels)
            elif field.message_type:
                self.edit_message(message, field, path, levels)
            else:
                self.edit_scalar(message, field, path)

    def edit_scalar(self, message, field, path):
        old = getattr(message, field.name)
        if field.containing_oneof and not message.HasField(field.name):
            return
        was_set = message.HasField(field.name) if field.has_presence else old != field.default_value
        before = json_value(message, field) if was_set else None
        if was_set and not field.containing_oneof and self.rng.random() < 0.3:
            message.ClearField(field.name)
            return self.note(path, "removed", before)
        new = self.scalar(field, old)
        if new == field.default_value and not field.has_presence:
            return
        setattr(message, field.name, new)
        self.note(path, "changed" if was_set else "added", before, json_value(message, field))

    def edit_message(self, message, field, path, levels):
        if not message.HasField(field.name):
            if not field.containing_oneof:
                self.fill(getattr(message, field.name))
                getattr(message, field.name).SetInParent()
                self.note(path, "added", None, json_value(message, field))
            return
        before = json_value(message, field)
        if self.rng.random() < 0.25 and not field.containing_oneof:
            message.ClearField(field.name)
            self.note(path, "removed", before)
        elif not is_value(field.message_type):
            if levels:
                self.edit(getattr(message, field.name), path, 0.4, levels - 1)
        else:
            self.change_value(getattr(message, field.name))
            after = json_value(message, field)
            if after != before:
                self.note(path, "changed", before, after)

    def change_value(self, value):
        name = value.DESCRIPTOR.full_name
        if name in ("google.protobuf.Timestamp", "google.protobuf.Duration"):
            value.seconds += self.rng.randrange(1, 60)
        elif name == "google.protobuf.FieldMask":
            value.paths.append("name")
        elif name == "google.type.LatLng":
            value.latitude = self.rng.randrange(-700, 700) / 10
        elif name.endswith("Value") and "value" in value.DESCRIPTOR.fields_by_name:
            field = value.DESCRIPTOR.fields_by_name["value"]
            value.value = self.scalar(field, value.value)

    def edit_map(self, message, field, path, levels):
        entries = getattr(message, field.name)
        if field.message_type.fields_by_name["value"].type != F.TYPE_STRING:
            return
        name = self.rng.choice(sorted(entries))
        place = f"{path}[{json.dumps(name, ensure_ascii=False)}]"
        if self.rng.random() < 0.5 and len(entries) > 1:
            self.note(place, "removed", {name: entries.pop(name)})
        elif self.rng.random() < 0.5:
            old = entries[name]
            entries[name] = old + "!"
            self.note(place, "changed", {name: old}, {name: old + "!"})
        else:
            entries["fresh"] = "1"
            self.note(f'{path}["fresh"]', "added", None, {"fresh": "1"})

    def edit_list(self, message, field, path, levels):
        rng = self.rng
        elements = getattr(message, field.name)
        forms = [e.SerializeToString(deterministic=True) if field.message_type else e for e in elements]
        if len(set(forms)) != len(forms):
            return  # which of equal elements is gone, nobody can say
        names = identity(field.message_type) if field.message_type else None
        keys = [key(e, names) for e in elements] if names else None
        is_keyed = keys is not None and None not in keys and len(set(keys)) == len(keys)
        at = rng.randrange(len(elements))
        kind = rng.choice(["removed", "added", "changed"])
        if kind == "removed" and len(elements) > 1:
            old = json_value(message, field, elements[at])
            del elements[at]
            self.note(f"{path}[{keys[at] if is_keyed else at}]", "removed", old)
        elif kind == "added":
            if field.message_type:
                new = type(elements[0])()
                self.fill(new)
                name = key(new, names) if names else None
                if is_keyed and (name is None or name in keys):
                    return
                is_named = name is not None and is_keyed
                if new.SerializeToString(deterministic=True) in forms:
                    return
                elements.insert(at, new)
            else:
                new, is_named = self.scalar(field, None), False
                if new in forms:
                    return
                elements.insert(at, new)
            self.note(f"{path}[{name if is_named else at}]", "added", None, json_value(message, field, elements[at]))
        elif field.message_type is None:
            old = json_value(message, field, elements[at])
            new = self.scalar(field, elements[at])
            if new in forms:
                return
            elements[at] = new
            self.note(f"{path}[{at}]", "changed", old, json_value(message, field, elements[at]))
        elif is_value(field.message_type):
            old = json_value(message, field, elements[at])
            self.change_value(elements[at])
            new = json_value(message, field, elements[at])
            if elements[at].SerializeToString(deterministic=True) not in forms:
                self.note(f"{path}[{at}]", "changed", old, new)
            elif old != new:
                raise SystemExit("an element became equal to another: choose another seed")
        elif levels:
            count = len(self.changes)
            copy = type(elements[at])()
            copy.CopyFrom(elements[at])
            self.edit(elements[at], f"{path}[{keys[at] if is_keyed else at}]", 0.4, levels - 1)
            after = [key(e, names) for e in elements] if names else None
            is_still_keyed = after is not None and None not in after and len(set(after)) == len(after)
            if after != keys or is_still_keyed != is_keyed:
                elements[at].CopyFrom(copy)
                del self.changes[count:]


def shuffled(rng, data):
    """The fields at the top in another order, those of one number in their own."""
    groups = {}
    at = 0
    while at < len(data):
        start = at
        tag, at = varint(data, at)
        if tag & 7 == 0:
            _, at = varint(data, at)
        elif tag & 7 == 1:
            at += 8
        elif tag & 7 == 5:
            at += 4
        else:
            count, at = varint(data, at)
            at += count
        groups.setdefault(tag >> 3, []).append(data[start:at])
    numbers = list(groups)
    rng.shuffle(numbers)
    return b"".join(b"".join(groups[number]) for number in numbers)


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def mask(changes):
    """The smallest mask: paths up to the first list."""
    paths = field_mask_pb2.FieldMask()
    for change in changes:
        path = change["path"].split("[")[0]
        if not path.isdigit():
            paths.paths.append(path)
    canonical = field_mask_pb2.FieldMask()
    canonical.CanonicalFormFromMask(paths)
    return ",".join(canonical.paths)


def bases(name):
    for path in sorted((FIXTURES / "messages" / name).glob("*.binpb")):
        if path.stem.startswith(("full", "captured")) and path.stat().st_size <= LARGEST_BASE:
            yield path.stem, path.read_bytes()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=6)
    parser.add_argument("--to", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    classes, _ = remake.official_classes()
    for name in TYPES:
        rng = random.Random(f"{options.seed} {name}")
        found = list(bases(name))
        lines = []
        while len(lines) < options.cases:
            base, data = found[len(lines) % len(found)]
            message = classes(name).FromString(data)
            editor = Editor(rng)
            editor.edit(message)
            new = shuffled(rng, message.SerializeToString())
            if rng.random() < 0.3:
                new += bytes.fromhex("c03e9601")  # field 1000, which no message here has
                editor.note("1000", "added", None, {"hex": "c03e9601"})
            if not editor.changes:
                continue
            changes = sorted(editor.changes, key=lambda change: change["path"])
            line = {"base": base, "old": data.hex(), "new": new.hex(), "changes": changes, "mask": mask(changes)}
            lines.append(json.dumps(line, ensure_ascii=False))
        (options.to / f"{name}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
