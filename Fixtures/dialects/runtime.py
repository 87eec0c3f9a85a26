"""Answers for Google's Python runtime: reads questions of remake.py as JSON lines and writes one answer for each.

The arguments are descriptor sets.
"""

import json
import pathlib
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

pool = descriptor_pool.DescriptorPool()
for path in sys.argv[1:]:
    for file in descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(path).read_bytes()).file:
        pool.AddSerializedFile(file.SerializeToString())


def answer(question):
    message_class = message_factory.GetMessageClass(pool.FindMessageTypeByName(question["type"]))
    if "hex" in question:
        message = message_class.FromString(bytes.fromhex(question["hex"]))
        try:
            written = json.loads(json_format.MessageToJson(message))
        except (UnicodeDecodeError, json_format.SerializeToJsonError):
            written = None
        return {"json": written, "canonical": message.SerializeToString(deterministic=True).hex()}
    try:
        message = json_format.Parse(question["json"], message_class())
        return {"hex": message.SerializeToString(deterministic=True).hex()}
    except json_format.ParseError:
        return {"hex": None}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))))
