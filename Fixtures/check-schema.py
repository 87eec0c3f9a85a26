#!/usr/bin/env python3
"""Compares Protos/ with Google's published Python packages, and with a schema table if one is given.

    python3 -m venv .venv
    .venv/bin/pip install -r Fixtures/requirements.txt
    .venv/bin/python Fixtures/check-schema.py [schema.md]

Needs protoc 3.21 or later. Prints every difference and exits with 1 if there is one.

Where each fact of the packages comes from:
- names, numbers, types, labels, oneofs, maps, JSON names, enum values: the descriptors of the message classes;
- services, methods, request and response types, streaming: the stubs that the gRPC transports make;
- HTTP rules: the REST transport, which only the delivery package has;
- routing parameters, resource patterns: the clients;
- behaviours, deprecation of fields: the words "Required.", "Output only.", "Deprecated" and so on in the
  documentation of the message classes.

The schema table holds all of this, also the HTTP rules of the on-demand services and deprecated messages.
"""

import importlib
import inspect
import pathlib
import re
import subprocess
import sys
import tempfile

import grpc
import proto
from google.api import annotations_pb2, field_behavior_pb2, resource_pb2, routing_pb2
from google.protobuf import descriptor_pb2

PROTOS = pathlib.Path(__file__).resolve().parent.parent / "Protos"

# In Protos/ and deliberately not in what it is compared with.
OURS_ALONE = {
    # In google-maps-fleetengine up to 0.1.9; gone from 0.2.0 on. Old clients still send it.
    "maps.fleetengine.v1.UpdateVehicleLocationRequest",
    "maps.fleetengine.v1.VehicleService.UpdateVehicleLocation",
}
# Only there so that protoc understands the options; a part of the official files.
OPTIONS_PACKAGE = "google.api."
# A schema table covers what Fleet Engine uses; these belong to the well-known types and are compared
# with the packages alone.
NOT_IN_TABLE = {f"google.protobuf.{n}" for n in ("Struct", "Struct.FieldsEntry", "Value", "ListValue", "NullValue")}
# Base names are unique in Protos/, so one file has another name than the official one.
OFFICIAL_FILE = {
    "google/maps/fleetengine/delivery/v1/delivery_header.proto": "google/maps/fleetengine/delivery/v1/header.proto"
}

# Files whose official descriptors the packages carry as they are.
DESCRIPTOR_MODULES = [
    *(f"google.protobuf.{n}_pb2" for n in "any duration empty field_mask struct timestamp wrappers".split()),
    "google.type.latlng_pb2",
    *(f"google.rpc.{n}_pb2" for n in "status error_details code".split()),
]
# Packages that describe their messages in Python.
CLASS_MODULES = [
    "google.maps.fleetengine_v1.types",
    "google.maps.fleetengine_delivery_v1.types",
    "google.geo.type.types",
]
SERVICES = {
    "maps.fleetengine.v1.VehicleService": ("google.maps.fleetengine_v1.services.vehicle_service", "VehicleService"),
    "maps.fleetengine.v1.TripService": ("google.maps.fleetengine_v1.services.trip_service", "TripService"),
    "maps.fleetengine.delivery.v1.DeliveryService": (
        "google.maps.fleetengine_delivery_v1.services.delivery_service",
        "DeliveryService",
    ),
}
# Helpers of the clients that print a resource name, by the message they name.
RESOURCE_PATHS = {
    "maps.fleetengine.v1.Vehicle": "vehicle_path",
    "maps.fleetengine.v1.Trip": "trip_path",
    "maps.fleetengine.delivery.v1.DeliveryVehicle": "delivery_vehicle_path",
    "maps.fleetengine.delivery.v1.Task": "task_path",
    "maps.fleetengine.delivery.v1.TaskTrackingInfo": "task_tracking_info_path",
}
# Documented as required, but the official file does not carry the option.
DOCUMENTED_ONLY = {"google.geo.type.Viewport.low", "google.geo.type.Viewport.high"}
BEHAVIOURS = ["OPTIONAL", "REQUIRED", "OUTPUT_ONLY", "INPUT_ONLY", "IMMUTABLE"]

# A model is {kind: {full name: {property: value}}}. A property that a source says nothing about is left out.
FIELD = descriptor_pb2.FieldDescriptorProto


def empty_model():
    return {"message": {}, "field": {}, "enum": {}, "method": {}}


def type_text(field):
    names = {FIELD.TYPE_MESSAGE: field.type_name, FIELD.TYPE_ENUM: field.type_name}
    name = names.get(field.type) or FIELD.Type.Name(field.type).removeprefix("TYPE_").lower()
    return ("repeated " if field.label == FIELD.LABEL_REPEATED else "") + name.lstrip(".")


def add_message(model, message, scope):
    name = f"{scope}.{message.name}"
    entry = {"map entry": message.options.map_entry}
    model["message"][name] = entry
    for field in message.field:
        in_oneof = field.HasField("oneof_index") and not field.proto3_optional
        model["field"][f"{name}.{field.name}"] = {
            "number": field.number,
            "type": type_text(field),
            "JSON name": field.json_name,
            "oneof": message.oneof_decl[field.oneof_index].name if in_oneof else None,
            "proto3 optional": field.proto3_optional,
        }
    for enum in message.enum_type:
        model["enum"][f"{name}.{enum.name}"] = {value.name: value.number for value in enum.value}
    for nested in message.nested_type:
        add_message(model, nested, name)


def add_file(model, file):
    for message in file.message_type:
        add_message(model, message, file.package)
    for enum in file.enum_type:
        model["enum"][f"{file.package}.{enum.name}"] = {value.name: value.number for value in enum.value}


def http_text(rule):
    verb = rule.WhichOneof("pattern")
    return f"{verb.upper()} {getattr(rule, verb)}" + (f" body={rule.body}" if rule.body else "") if verb else None


def add_options(model, file, messages, scope):
    """Adds what descriptors of the packages do not tell: options, and the file of each message."""
    for message in messages:
        name = f"{scope}.{message.name}"
        model["message"][name] |= {
            "file": OFFICIAL_FILE.get(file.name, file.name),
            "deprecated": message.options.deprecated,
            "resource": list(message.options.Extensions[resource_pb2.resource].pattern),
        }
        for field in message.field:
            behaviours = field.options.Extensions[field_behavior_pb2.field_behavior]
            model["field"][f"{name}.{field.name}"] |= {
                "behaviours": sorted(field_behavior_pb2.FieldBehavior.Name(b) for b in behaviours),
                "deprecated": field.options.deprecated,
            }
        add_options(model, file, message.nested_type, name)


def ours():
    """What protoc understands of Protos/."""
    files = sorted(str(path) for path in PROTOS.rglob("*.proto"))
    names = [pathlib.Path(file).name for file in files]
    if len(set(names)) != len(names):
        sys.exit(f"base names are not unique: {sorted({n for n in names if names.count(n) > 1})}")
    with tempfile.NamedTemporaryFile() as out:
        if subprocess.run(["protoc", f"-I{PROTOS}", f"--descriptor_set_out={out.name}", *files]).returncode:
            sys.exit("protoc does not accept Protos/")
        descriptors = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out.name).read_bytes())
    model = empty_model()
    for file in descriptors.file:
        add_file(model, file)
        add_options(model, file, file.message_type, file.package)
        for service in file.service:
            for method in service.method:
                parameters = method.options.Extensions[routing_pb2.routing].routing_parameters
                model["method"][f"{file.package}.{service.name}.{method.name}"] = {
                    "request": method.input_type.lstrip("."),
                    "response": method.output_type.lstrip("."),
                    "streaming": method.client_streaming or method.server_streaming,
                    "http": http_text(method.options.Extensions[annotations_pb2.http]),
                    "routing": [f"{p.field} as {p.path_template}" for p in parameters],
                }
    return model


def documented_fields(cls):
    """Field name and text from the "Attributes:" part of a class's documentation."""
    text = inspect.getdoc(cls) or ""
    parts = re.split(r"^ {4}(\w+) \(.*?\):\n", text.partition("Attributes:\n")[2], flags=re.MULTILINE | re.DOTALL)
    return {name: " ".join(words.split()) for name, words in zip(parts[1::2], parts[2::2])}


def add_documentation(model, cls, name):
    for field, text in documented_fields(cls).items():
        behaviours, rest = [], text
        while label := re.match(r"(Optional|Required|Output only|Input only|Immutable)\. ", rest):
            behaviours.append(label[1].upper().replace(" ", "_"))
            rest = rest[label.end() :]
        model["field"][f"{name}.{field.removesuffix('_')}"] |= {
            "behaviours": [] if f"{name}.{field}" in DOCUMENTED_ONLY else sorted(behaviours),
            "deprecated": "Deprecated" in text,
        }
    for nested in vars(cls).values():
        if inspect.isclass(nested) and issubclass(nested, proto.Message) and nested is not cls:
            add_documentation(model, nested, f"{name}.{nested.__name__}")


class RecordingChannel(grpc.Channel):
    """Makes no connection, only keeps what stubs are asked for."""

    def __init__(self):
        self.calls = []

    def record(self, kind):
        def stub(path, request_serializer=None, response_deserializer=None, **_):
            self.calls.append((path, kind, request_serializer.__self__, response_deserializer.__self__))

        return stub

    unary_unary = property(lambda self: self.record("unary_unary"))
    unary_stream = property(lambda self: self.record("unary_stream"))
    stream_unary = property(lambda self: self.record("stream_unary"))
    stream_stream = property(lambda self: self.record("stream_stream"))

    def subscribe(self, callback, try_to_connect=False):
        pass

    def unsubscribe(self, callback):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def message_name(cls):
    return (cls.pb() if isinstance(cls, type) and issubclass(cls, proto.Message) else cls).DESCRIPTOR.full_name


def rest_rule(module, service, method):
    """The HTTP rule of a method; {} when the package has no REST transport."""
    try:
        base = getattr(importlib.import_module(f"{module}.transports.rest_base"), f"_Base{service}RestTransport")
    except ModuleNotFoundError:
        return {}
    (option,) = getattr(base, f"_Base{method}")._get_http_options()
    body = f" body={option['body']}" if "body" in option else ""
    return {"http": f"{option['method'].upper()} {option['uri']}{body}"}


def add_service(model, service, module, short_name):
    channel = RecordingChannel()
    transport_class = getattr(importlib.import_module(f"{module}.transports"), f"{short_name}GrpcTransport")
    client = getattr(importlib.import_module(module), f"{short_name}Client")
    transport = transport_class(channel=channel)
    # The stubs made so far ask for nothing until they are called: past their interceptor they are made anew.
    transport._logged_channel = channel
    transport._stubs.clear()
    for name, member in inspect.getmembers(transport_class):
        if not isinstance(member, property) or not hasattr(client, name):
            continue
        del channel.calls[:]
        getattr(transport, name)
        for path, kind, request, response in channel.calls:
            method = path.rpartition("/")[2]
            source = inspect.getsource(getattr(client, name))
            routing = re.findall(
                r'routing_param_regex = re\.compile\("\^\(\?P<(\w+)>([^)]*)\)\$"\)\s*'
                r"regex_match = routing_param_regex\.match\(request\.([\w.]+)\)",
                source,
            )
            model["method"][f"{path[1:].replace('/', '.')}"] = {
                "request": message_name(request),
                "response": message_name(response),
                "streaming": kind != "unary_unary",
                "routing": [f"{f} as {{{key}={regex.replace('[^/]+', '*')}}}" for key, regex, f in routing],
                **rest_rule(module, short_name, method),
            }
    for message, helper in RESOURCE_PATHS.items():
        if message.rpartition(".")[0] == service.rpartition(".")[0] and hasattr(client, helper):
            path = getattr(client, helper)
            variables = inspect.signature(path).parameters
            model["message"][message]["resource"] = [path(*(f"{{{name}}}" for name in variables))]


def packages():
    """What the installed packages say."""
    model = empty_model()
    for name in DESCRIPTOR_MODULES:
        file = descriptor_pb2.FileDescriptorProto()
        descriptor = importlib.import_module(name).DESCRIPTOR
        descriptor.CopyToProto(file)
        for message in file.message_type:
            fill_json_names(message, descriptor.message_types_by_name[message.name])
        add_file(model, file)
        for message in file.message_type:
            model["message"][f"{file.package}.{message.name}"]["file"] = file.name
    for name in CLASS_MODULES:
        module = importlib.import_module(name)
        for cls in (getattr(module, member) for member in module.__all__):
            if issubclass(cls, proto.Enum):
                package = inspect.getmodule(cls).__protobuf__.package
                model["enum"][f"{package}.{cls.__name__}"] = {value.name: value.value for value in cls}
                continue
            message = descriptor_pb2.DescriptorProto()
            descriptor = cls.pb().DESCRIPTOR
            descriptor.CopyToProto(message)
            fill_json_names(message, descriptor)
            add_message(model, message, descriptor.full_name.rpartition(".")[0])
            add_documentation(model, cls, descriptor.full_name)
    for service, (module, short_name) in SERVICES.items():
        add_service(model, service, module, short_name)
    return model


def fill_json_names(message, descriptor):
    """Adds the JSON names, and undoes the renaming of words of Python: `type_` is `type`."""
    for field in message.field:
        field.json_name = descriptor.fields_by_name[field.name].json_name
        field.name = field.name.removesuffix("_")
    for nested in message.nested_type:
        fill_json_names(nested, descriptor.nested_types_by_name[nested.name])


def table(path):
    """What a schema table in Markdown says."""
    model, file, name = empty_model(), None, None
    for line in pathlib.Path(path).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if heading := re.match(r"## (\S+) \(package", line):
            file = heading[1]
        elif heading := re.match(r"### (\S+)( · deprecated)?(?: \(resource `(.*)`\))?$", line):
            name = heading[1]
            model["message"][name] = {
                "file": file,
                "deprecated": bool(heading[2]),
                "resource": [heading[3]] if heading[3] else [],
            }
        elif heading := re.match(r"enum \*\*(\S+)\*\*: (.*)", line):
            pairs = (pair.split(" = ") for pair in heading[2].split(", "))
            model["enum"][heading[1]] = {value: int(number) for value, number in pairs}
        elif heading := re.match(r"service \*\*(\S+)\*\*", line):
            name = heading[1]
        elif line.startswith("|") and cells[0].isdigit():
            notes = [note for note in cells[3].split(", ") if note]
            oneofs = [note.removeprefix("oneof ") for note in notes if note.startswith("oneof ")]
            model["field"][f"{name}.{cells[1]}"] = {
                "number": int(cells[0]),
                "type": cells[2],
                "oneof": oneofs[0] if oneofs else None,
                "proto3 optional": "proto3 optional" in notes,
                "deprecated": "deprecated" in notes,
                "behaviours": sorted(note for note in notes if note in BEHAVIOURS),
            }
        elif line.startswith("|") and len(cells) == 5 and cells[0] not in ("method", "---"):
            model["method"][f"{name}.{cells[0]}"] = {
                "request": cells[1],
                "response": cells[2],
                "http": cells[3] or None,
                "routing": [note.removeprefix("routing ") for note in cells[4].split(", ") if note],
            }
    return model


def compare(mine, theirs, label, left_out):
    """Prints the differences and returns how many there are."""
    differences, facts = [], 0

    def expected(name):
        covered = any(name == alone or name.startswith(alone + ".") for alone in left_out)
        return not covered and not name.startswith(OPTIONS_PACKAGE)

    for kind in mine:
        for name in sorted(mine[kind].keys() | theirs[kind].keys()):
            if name not in theirs[kind]:
                if expected(name):
                    differences.append(f"{kind} {name} is only in Protos/")
            elif name not in mine[kind]:
                differences.append(f"{kind} {name} is missing in Protos/")
            elif kind == "enum":
                facts += len(theirs[kind][name])
                if mine[kind][name] != theirs[kind][name]:
                    differences.append(f"enum {name}: {mine[kind][name]}, but {theirs[kind][name]} there")
            else:
                for key, value in theirs[kind][name].items():
                    facts += 1
                    if mine[kind][name][key] != value:
                        differences.append(f"{kind} {name}: {key} is {mine[kind][name][key]!r}, but {value!r} there")
    for difference in differences:
        print(f"{label}: {difference}")
    counts = ", ".join(f"{len(entries)} {kind}s" for kind, entries in theirs.items())
    print(f"{label}: {counts}; {facts} facts compared, differences: {len(differences)}")
    return len(differences)


def main():
    mine = ours()
    count = compare(mine, packages(), "packages", OURS_ALONE)
    if len(sys.argv) > 1:
        count += compare(mine, table(sys.argv[1]), sys.argv[1], OURS_ALONE | NOT_IN_TABLE)
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
