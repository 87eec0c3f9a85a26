#!/usr/bin/env python3
"""Writes two payloads down in every shape that people paste, by the programs that print these shapes.

Needs google-maps-fleetengine, xxd, hexdump, od, a C compiler; gdb, node, java and swift where there are. A program that
is missing leaves its files as they are. `<payload>.<shape>.txt` must be read as exactly `<payload>.bin`.
"""
import base64
import json
import os
import shutil
import struct
import subprocess
import tempfile

from google.maps import fleetengine_v1 as fleet

HERE = os.path.dirname(os.path.abspath(__file__))


def payloads():
    """A bare message of an odd length, with a bar, spaces, quotes, a backslash and every control character in it; and frames."""
    vehicle = fleet.Vehicle(
        name="providers/sample-fleet-433/vehicles/driver_1",
        vehicle_state=fleet.VehicleState.ONLINE,
        current_route_segment="{yjmE~d{wU| fAqB|\\`@\"'|  ?",
        attributes=[fleet.VehicleAttribute(key="colour", value="gr\u00fcn *"),
                    fleet.VehicleAttribute(key="control", value="".join(map(chr, range(1, 32))))],
        last_location=fleet.VehicleLocation(location={"latitude": 37.4220541, "longitude": -122.0853242}),
        maximum_capacity=4)
    message = fleet.Vehicle.serialize(vehicle)
    if len(message) % 2 == 0:
        vehicle.maximum_capacity = 400
        message = fleet.Vehicle.serialize(vehicle)
    request = fleet.GetTripRequest.serialize(fleet.GetTripRequest(name="providers/sample-fleet-433/trips/t|1"))
    return {"message": message, "frame": struct.pack(">BI", 0, len(request)) + request}


def run(command, data=b""):
    if not shutil.which(command[0]):
        return None
    return subprocess.run(
        command, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, cwd=HERE).stdout


def dumps(data, path):
    shapes = {}
    for name, command in {
        "xxd": "xxd", "xxd-u": "xxd -u", "xxd-g1": "xxd -g1", "xxd-g4-c24": "xxd -g4 -c24", "xxd-p": "xxd -p",
        "xxd-i": "xxd -i", "xxd-e": "xxd -e", "xxd-e-g2": "xxd -e -g2", "xxd-o": "xxd -o 4096",
        "hexdump": "hexdump", "hexdump-C": "hexdump -C", "hexdump-x": "hexdump -x",
        "od-tx1": "od -t x1", "od-Ad-tx1": "od -A d -t x1", "od-Ax-tx1z": "od -A x -t x1z", "od-tx2": "od -t x2",
        "od-tx4": "od -t x4", "od-An-tx1": "od -An -t x1", "od-An-tx1z": "od -An -t x1z",
        "od-big-tx2": "od --endian=big -t x2", "od-v-tx8z": "od -t x8z", "base64": "base64", "base64-w0": "base64 -w0",
    }.items():
        shapes[name] = run(command.split(), data)
    shapes["xxd-i-file"] = run(["xxd", "-i", os.path.basename(path)])
    return shapes


def debuggers(data, path):
    shapes = {}
    source = "static unsigned char bytes[] = {%s};\nint main(void) { return bytes[0]; }\n" % ",".join(map(str, data))
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        open(program + ".c", "w").write(source)
        subprocess.run(["cc", "-g", "-o", program, program + ".c"], check=True)
        for name, form in {"gdb-xb": "x/%dxb" % len(data)}.items():
            shapes[name] = run(["gdb", "-batch", "-nx", "-ex", form + " bytes", program])
    return shapes


def languages(data, path):
    bits = {
        "python": (repr(data) + "\n").encode(), "python-bytearray": repr(bytearray(data)).encode(),
        "python-list": str(list(data)).encode(), "python-hex-list": ("[" + ", ".join(map(hex, data)) + "]").encode(),
        "python-hex": data.hex().encode(), "python-hex-colons": data.hex(":").encode(),
        "json-latin1": json.dumps(data.decode("latin1")).encode(),
        "json-base64": json.dumps({"method": "UpdateVehicle", "at": 1732250000, "body": base64.b64encode(data).decode()}).encode(),
        "base64url": base64.urlsafe_b64encode(data), "base64url-bare": base64.urlsafe_b64encode(data).rstrip(b"="),
        "base64-mime": base64.encodebytes(data),
    }
    node = "const b=require('fs').readFileSync(process.argv[1]);"
    for name, code in {
        "node-uint8array": "console.log(require('util').inspect(new Uint8Array(b), {maxArrayLength: null}))",
        "node-buffer": "require('buffer').INSPECT_MAX_BYTES=1e6; console.log(b)",
        "node-json": "console.log(JSON.stringify(b))",
    }.items():
        bits[name] = run(["node", "-e", node + code, path])
    with tempfile.TemporaryDirectory() as folder:
        open(folder + "/P.java", "w").write(
            "class P { public static void main(String[] a) throws Exception { System.out.println(java.util.Arrays.toString("
            "java.nio.file.Files.readAllBytes(java.nio.file.Path.of(a[0])))); } }")
        bits["java"] = run(["java", folder + "/P.java", path])
        open(folder + "/p.swift", "w").write(
            "import Foundation\nlet d = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))\n"
            "if CommandLine.arguments[2] == \"a\" { print(Array(d)) } else { print((d as NSData).description) }\n")
        program = folder + "/p"
        if shutil.which("swiftc"):
            subprocess.run(["swiftc", "-o", program, folder + "/p.swift"], check=True)
            bits["swift-array"] = run([program, path, "a"])
            bits["swift-nsdata"] = run([program, path, "n"])
    # protobuf's text form, which C++ and Python print a `bytes` field with.
    from google.protobuf import text_encoding
    bits["protobuf-text"] = ('body: "%s"' % text_encoding.CEscape(data, False)).encode()
    return bits


def around(data, path):
    """Shapes within other text."""
    xxd, hexdump = run(["xxd"], data), run(["hexdump", "-C"], data)
    if not xxd:
        return {}
    text = data.hex()
    declare = ", ".join("0x%02x" % byte for byte in data)
    return {
        "xxd-fenced": b"Look at this:\n\n```\n" + xxd + b"```\nThanks!\n",
        "xxd-prompt": b"$ xxd body.bin\n" + xxd + b"$ \n",
        "xxd-indented": b"".join(b"    " + line for line in xxd.splitlines(True)),
        "xxd-crlf": xxd.replace(b"\n", b"\r\n"),
        "hexdump-mail": b"".join(b"> " + line for line in hexdump.splitlines(True)),
        "hex-utf16": text.encode("utf-16"), "hex-utf16-be": b"\xfe\xff" + text.encode("utf-16-be"),
        "hex-bom": ("\ufeff" + text).encode(), "hex-nbsp": "\u00a0".join("%02x" % byte for byte in data).encode(),
        "hex-label": ("payload: " + text).encode(),
        "hex-log": ("2026-11-20T10:11:12Z DEBUG grpc request body=" + text).encode(),
        "hex-log-more": ("10:11:12.000 sent " + text + " in 12 ms").encode(),
        "hex-sql": ("INSERT INTO log VALUES (7, X'" + text + "', NULL);").encode(),
        "hex-postgres": ("\\x" + text).encode(),
        "hex-comments": "".join("%02x%s" % (byte, " // byte %d\n" % i if i % 8 == 7 else " ") for i, byte in enumerate(data)).encode(),
        "c-array": ("static const uint8_t m[] = { // %d bytes\n  " % len(data) + declare + "\n};\n").encode(),
        "swift-declaration": ("let body: [UInt8] = [" + declare + "]").encode(),
        "go": ("[]byte{" + ", ".join("%#x" % b for b in data) + "}").encode(),
        "go-decimal": ("[" + " ".join("%d" % b for b in data) + "]").encode(),
        "wireshark-escaped": " \\\n".join(
            '"' + "".join("\\x%02x" % b for b in data[i:i + 16]) + '"' for i in range(0, len(data), 16)).encode(),
        "octal-escapes": "".join("\\%03o" % b for b in data).encode(),
        "base64-quoted": b'"' + base64.b64encode(data) + b'"',
        "base64-json-slash": b'"' + base64.b64encode(data).replace(b"/", b"\\/") + b'\\n"',
        "base64-chunks": b"".join(base64.b64encode(data[i:i + 20]) for i in range(0, len(data), 20)),
        "base64-label": b"body: " + base64.b64encode(data),
        "tcpdump": "\n".join(
            "\t0x%04x:  %-39s  %s" % (
                i, " ".join(data[i:i + 16].hex()[j:j + 4] for j in range(0, 2 * len(data[i:i + 16]), 4)),
                "".join(chr(b) if 32 <= b < 127 else "." for b in data[i:i + 16])) for i in range(0, len(data), 16)).encode(),
        "lldb": "\n".join(
            "0x%08x: %-47s  %s" % (
                0x10060000 + i, data[i:i + 16].hex(" "),
                "".join(chr(b) if 32 <= b < 127 else "." for b in data[i:i + 16])) for i in range(0, len(data), 16)).encode(),
        # As String#inspect of Ruby, Debug of Rust's Bytes, and ByteBufUtil.prettyHexDump in logs of Netty write it.
        "ruby": escaped(data, {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 27: "e"}, "\\x%02X"),
        "rust": b"b" + escaped(data, {0: "0", 9: "t", 10: "n", 13: "r"}, "\\x%02x"),
        "netty": "\n".join(
            ["10:11:12.000 DEBUG LoggingHandler - [id: 0x1f, L:/10.0.0.1:1] READ: %dB" % len(data),
             " " * 9 + "+" + "-" * 49 + "+", " " * 9 + "|" + "".join("  %x" % i for i in range(16)) + " |",
             "+" + "-" * 8 + "+" + "-" * 49 + "+" + "-" * 16 + "+"]
            + ["|%08x| %-48s|%-16s|" % (
                i, data[i:i + 16].hex(" "),
                "".join(chr(b) if 32 <= b < 127 else "." for b in data[i:i + 16])) for i in range(0, len(data), 16)]
            + ["+" + "-" * 8 + "+" + "-" * 49 + "+" + "-" * 16 + "+"]).encode(),
        "grpc-trace": ("D1120 10:11:12.000 12 hex dump: " + data.hex(" ") + " '"
                       + "".join(chr(b) if 32 <= b < 127 else "." for b in data) + "'").encode(),
    }


def escaped(data, letters, other):
    """A string literal with letters for some control characters and numbers for the other bytes that are not printable."""
    letters = {**letters, 34: '"', 92: "\\"}
    return ('"' + "".join(
        "\\" + letters[b] if b in letters else chr(b) if 32 <= b < 127 else other % b for b in data) + '"').encode()


def wrap(text, width):
    return [text[i:i + width] for i in range(0, len(text), width)]


def wrapped(data, path):
    """Pieces of one text in lines of another."""
    text = base64.b64encode(data).decode()
    tag = "11-20 10:11:12.%03d  1234  5678 D Fleet   : %s\n"
    log = lambda lines: "".join(tag % (i, line) for i, line in enumerate(lines))
    xxd = run(["xxd"], data)
    return {name: text.encode() for name, text in {
        "base64-prose": "Here it is:\n\n%s\n\nthanks, Jane\n" % "\n".join(wrap(text, 64)),
        "base64-pem": "-----BEGIN MESSAGE-----\n%s\n-----END MESSAGE-----\n" % "\n".join(wrap(text, 64)),
        "base64-yaml": "packets:\n  - packet: 4\n    peer: 0\n    data: !!binary |\n%s" % "".join(
            "      %s\n" % line for line in wrap(text, 64)),
        "base64-xml": "<payload encoding=\"base64\">%s</payload>" % "\n".join(wrap(text, 76)),
        "base64-logcat": log(wrap(text, 48)), "hex-logcat": log(wrap(data.hex(), 48)),
        "hex-logcat-spaced": log(wrap(data.hex(" "), 48)),
        "hex-prose": "The request, in full:\n%s\nDoes that help?\n" % "\n".join(wrap(data.hex(" "), 48)),
        "xxd-logcat": log(xxd.decode().splitlines()) if xxd else "",
        "hex-psql": " body \n------\n \\x%s\n(1 row)\n" % data.hex(),
    }.items() if text}


def main():
    for name, data in payloads().items():
        path = os.path.join(HERE, name + ".bin")
        open(path, "wb").write(data)
        for make in dumps, debuggers, languages, around, wrapped:
            for shape, text in make(data, path).items():
                if text is not None:
                    open(os.path.join(HERE, "%s.%s.txt" % (name, shape)), "wb").write(text)


if __name__ == "__main__":
    main()
