#!/usr/bin/env python3
"""Makes the .binpb and .json files of Fixtures/extensions/cases/ from the .txtpb files, and both descriptor sets.

    .venv/bin/python Fixtures/extensions/remake.py

Needs the packages of Fixtures/requirements.txt. All is made by the protoc of grpcio-tools and Google's Python runtime,
both of which have to write the text as it stands in the .txtpb file.
"""

import pathlib
import subprocess
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, text_format

FOLDER = pathlib.Path(__file__).resolve().parent
TYPE = "acme.job.v2.Job"
TEAMS = "acme/teams/v1/teams.proto"


def protoc(*arguments, given=b""):
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{FOLDER}", *arguments]
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True).stdout


for name, file in (("teams", TEAMS), ("visibility", "acme/visibility.proto")):
    protoc("--include_imports", "--include_source_info", f"-o{FOLDER / name}.descriptors", file)

# Without the comments of descriptor.proto, which are long.
path = FOLDER / "teams.descriptors"
descriptors = descriptor_pb2.FileDescriptorSet.FromString(path.read_bytes())
for file in descriptors.file:
    if file.package == "google.protobuf":
        file.ClearField("source_code_info")
path.write_bytes(descriptors.SerializeToString())

pool = descriptor_pool.DescriptorPool()
for file in descriptors.file:
    pool.Add(file)
job = message_factory.GetMessageClass(pool.FindMessageTypeByName(TYPE))
for file in descriptors.file:
    for extension in pool.FindFileByName(file.name).extensions_by_name.values():
        message_factory.GetMessageClass(extension.containing_type)
for source in sorted((FOLDER / "cases").glob("*.txtpb")):
    text = source.read_text()
    encoded = protoc("--deterministic_output", f"--encode={TYPE}", TEAMS, given=text.encode())
    message = job.FromString(encoded)
    # The runtime writes extensions behind all other fields.
    assert len(message.SerializeToString()) == len(encoded), source.name
    assert protoc(f"--decode={TYPE}", TEAMS, given=encoded).decode() == text, source.name
    assert text_format.MessageToString(message) == text, source.name
    json = json_format.MessageToJson(message, descriptor_pool=pool)
    assert json_format.Parse(json, job(), descriptor_pool=pool) == message, source.name
    source.with_suffix(".binpb").write_bytes(encoded)
    source.with_suffix(".json").write_text(json + "\n")
