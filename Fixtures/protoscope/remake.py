#!/usr/bin/env python3
"""Makes the files of Fixtures/protoscope/ with the protoscope program.

    go install github.com/protocolbuffers/protoscope/cmd/...@8e7a6aafa2c9
    Fixtures/protoscope/remake.py ~/go/bin/protoscope

- disassembled.jsonl.gz: what the program prints for bytes, under each of its options. The bytes are the golden messages
  of Fixtures/messages/, each also cut short, and random messages of Fixtures/vectors/, some of them damaged.
- assembled.jsonl.gz: the bytes that the program makes of the texts below, without `hex` where it refuses one.
"""

import gzip
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OPTIONS = [
    [],
    ["-explicit-wire-types"],
    ["-explicit-length-prefixes"],
    ["-no-groups"],
    ["-no-quoted-strings"],
    ["-all-fields-are-messages"],
]
TEXTS = r"""
1: 150
2: {"testing"}
3: {1: 150}
6: {3 270 86942}
1: -2 2: -2z 3: 0x96 4: -0x10 5: true 6: false
1: 1.5 2: 1.5i32 3: 7i64 4: -1i32 5: 0xffffffffi32 6: 0xf.f 7: -0x1.ffp52 8: 1.0e-300 9: 0x1.8p-2i32 10: -0.0
1: inf64 2: -inf64 3: inf32 4: -inf32
1: !{2: 3}
1: !{2: !{long-form:2} long-form:1} 3: {4: !{}}
long-form:1 1: long-form:2 5 2: long-form:3 {"x"} 3: long-form:1 {}
3:LEN 300 "a" 4:SGROUP 5:EGROUP 6:VARINT 1 7:I32 `00000000` 8:I64 `0102030405060708`
1:0 1 1:3 2:7 9:6
1z: 5 2z: {} -1: 1 0x10: 3 2305843009213693951: 1
"one" `0aff` "two" 1 2i32 "\n\\\"\x00\0\101\377"
"line
break" # "comment"
{{{}}} 3:{`00`}4:"x"5:`01`
1: long-form:0 5 long-form:9 6
1: 18446744073709551615 2: -9223372036854775808 3: 9223372036854775808
1: 18446744073709551616
1: -9223372036854775809
1: 4294967296i32
1: -2147483649i32
1: 1.0e999
1: 1.0e39i32
9: 9:8
1i32: 5
2305843009213693952: 1
1: {2
1: 2}
1: !5
!{}
1:VARINT !{}
5 !{}
1: long-form:1 !{}
long-form:1 "x"
long-form:1
1: !{long-form:1 2i32}
"open
`0`
`0g`
`00 00`
"\q"
"\400"
1 : 5
1: 5, 2: 6
1: 1.5.2
1: +5
1: 1e3
1: nan
1: word
[1 2]
""".strip().split("\n")
# Two of the lines above are one text.
TEXTS[TEXTS.index('"line') : TEXTS.index('"line') + 2] = ['"line\nbreak" # "comment"']


def run(program, arguments, data):
    done = subprocess.run([program, *arguments, "/dev/stdin"], input=data, capture_output=True)
    return done.stdout if done.returncode == 0 else None


def messages():
    chance = random.Random(1)
    for file in sorted((HERE.parent / "messages").rglob("*.binpb")):
        data = file.read_bytes()
        if len(data) < 2000:
            yield data
            yield data[: chance.randrange(len(data) + 1)]
    for name in ["messages-seed1", "messages-mutated-seed1", "messages-malformed-seed1"]:
        with gzip.open(HERE.parent / f"vectors/{name}.jsonl.gz", "rt") as lines:
            for number, line in enumerate(lines):
                data = bytes.fromhex(json.loads(line)["hex"])
                if number % 10 == 0 and len(data) < 1000:
                    yield data


def write(name, lines):
    with gzip.GzipFile(HERE / name, "wb", mtime=0) as file:
        for line in lines:
            file.write(json.dumps(line).encode() + b"\n")


def main(program):
    disassembled = []
    for number, data in enumerate(messages()):
        text = run(program, OPTIONS[number % len(OPTIONS)], data)
        # Of groups without end the program writes some wire types that it does not read itself.
        if run(program, ["-s"], text) == data:
            disassembled.append({"hex": data.hex(), "text": text.decode()})
    write("disassembled.jsonl.gz", disassembled)
    assembled = []
    for text in TEXTS:
        data = run(program, ["-s"], text.encode())
        assembled.append({"text": text} if data is None else {"text": text, "hex": data.hex()})
    write("assembled.jsonl.gz", assembled)
    print(f"{len(disassembled)} disassembled, {len(assembled)} assembled")


main(sys.argv[1])
