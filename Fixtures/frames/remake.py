#!/usr/bin/env python3
"""Remakes the frames in this folder and index.json, which says what a reader must find in them.

Nothing here is made by FleetWire: compressed data comes from Python's zlib module, and the grpcio-*.grpc files are what
grpcio's client really sent, cut out of the HTTP/2 DATA frames of a loopback connection. Needs grpcio.

With --check FILE ENCODING it instead reads frames from FILE, decompresses them with Python's zlib, and prints the length
and CRC-32 of each message: a second opinion on frames that FleetWire wrote.
"""

import contextlib
import json
import os
import platform
import random
import socket
import struct
import sys
import threading
import zlib
from concurrent import futures

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOW_BITS = {"gzip": 31, "deflate": 15}
MIB = 1 << 20

cases = []


def frame(payload, flag=0, length=None):
    return struct.pack(">BI", flag, len(payload) if length is None else length) + payload


def compress(data, encoding, level=6, strategy=zlib.Z_DEFAULT_STRATEGY):
    compressor = zlib.compressobj(level, zlib.DEFLATED, WINDOW_BITS[encoding], 8, strategy)
    return compressor.compress(data) + compressor.flush()


def decompress(data, encoding):
    if not data:  # gRPC core takes an empty payload for an empty message, compressed or not
        return b""
    inflater = zlib.decompressobj(WINDOW_BITS[encoding])
    result = inflater.decompress(data) + inflater.flush()
    assert inflater.eof and not inflater.unused_data
    return result


def describe(stream, encoding):
    """Every whole message in stream, as index.json has it."""
    messages, offset = [], 0
    while offset + 5 <= len(stream):
        flag, length = struct.unpack_from(">BI", stream, offset)
        payload = stream[offset + 5 : offset + 5 + length]
        if len(payload) < length:
            break
        message = decompress(payload, encoding) if flag else payload
        messages.append(
            {
                "offset": offset,
                "compressed": bool(flag),
                "wire_length": length,
                "length": len(message),
                "crc32": zlib.crc32(message),
            }
        )
        offset += 5 + length
    return messages


def case(name, stream, encoding="identity", good=None, error=None, limits=None, file=None):
    """good: the leading part of stream that consists of whole, sound messages (all of it without an error)."""
    file = file or name + ".grpc"
    with open(os.path.join(HERE, file), "wb") as out:
        out.write(stream)
    entry = {"name": name, "file": file, "grpc_encoding": encoding}
    if limits:
        entry["limits"] = limits
    entry["messages"] = describe(stream if good is None else good, encoding)
    entry["error"] = error
    cases.append(entry)


def error(code, offset, message_offset, **more):
    """offset: a number, or a pair: any number between them, both included."""
    return {"code": code, "offset": offset, "message_offset": message_offset, **more}


def vehicles(count, seed=1):
    """Bytes that compress about as well as a list of vehicles: names that repeat, coordinates that do not."""
    source = random.Random(seed)
    result = bytearray()
    for number in range(count):
        result += b"\x0a\x24providers/fleet-wire/vehicles/car-%04d" % number
        result += b"\x12\x12\x09" + struct.pack("<d", source.uniform(-90, 90))
        result += b"\x11" + struct.pack("<d", source.uniform(-180, 180))
    return bytes(result)


def sound():
    text = b"providers/fleet-wire/vehicles/car-1 " * 12
    case("nothing", b"")
    case("empty-message", frame(b""))
    case("identity", frame(b"\x08\x01") + frame(text) + frame(b"") + frame(bytes(range(256))))
    case("identity-many", b"".join(frame(bytes([n % 256]) * (n % 7)) for n in range(150)))
    # Only the named encoding decides what a set flag means; messages without it may follow.
    for encoding in ("gzip", "deflate"):
        squeeze = lambda data, **how: frame(compress(data, encoding, **how), 1)
        case(encoding, squeeze(text), encoding)
        case(encoding + "-empty", squeeze(b""), encoding)
        case(encoding + "-no-bytes", frame(b"", 1), encoding)
        case(
            encoding + "-mixed",
            frame(b"\x08\x01") + squeeze(text) + frame(b"") + squeeze(vehicles(40)) + squeeze(b"x") + frame(text) + squeeze(text),
            encoding,
        )
        case(encoding + "-levels", b"".join(squeeze(vehicles(20), level=level) for level in range(10)), encoding)
        case(
            encoding + "-strategies",
            b"".join(squeeze(vehicles(20), strategy=strategy) for strategy in (zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED)),
            encoding,
        )
    case("unknown-encoding-unused", frame(text), "zstd")
    # A gzip header with every optional part: extra field, name, comment, header checksum (RFC 1952, 2.3).
    plain = compress(text, "gzip")
    header = b"\x1f\x8b\x08\x1e\0\0\0\0\0\x03" + struct.pack("<H", 4) + b"ABCD" + b"name\0" + b"comment\0"
    header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    case("gzip-full-header", frame(header + plain[10:], 1), "gzip")


def damaged():
    text = b"providers/fleet-wire/vehicles/car-1 " * 12
    good = frame(b"first") + frame(b"")
    at = len(good)

    case("truncated-prefix", good + frame(text)[:3], good=good,
         error=error("truncatedPrefix", at + 3, at, expected=5, available=3))
    case("truncated-after-prefix", good + frame(text)[:5], good=good,
         error=error("truncatedMessage", at + 5, at, expected=len(text), available=0))
    case("truncated-message", good + frame(text)[:-1], good=good,
         error=error("truncatedMessage", at + 4 + len(text), at, expected=len(text), available=len(text) - 1))
    case("wrong-flag", good + frame(text, 2), good=good, error=error("invalidFlag", at, at))
    case("wrong-flag-last", good + b"\x7f", good=good, error=error("invalidFlag", at, at))
    case("web-trailers", good + frame(b"grpc-status: 0\r\n", 0x80), good=good, error=error("webTrailers", at, at))
    case("four-gigabytes", good + frame(b"only these", 0, 0xFFFFFFFF), good=good,
         error=error("messageTooLarge", at + 1, at, expected=0xFFFFFFFF, limit=4 * MIB))
    case("four-gigabytes-allowed", good + frame(b"only these", 0, 0xFFFFFFFF), good=good, file="four-gigabytes.grpc",
         limits={"wire_length": 0xFFFFFFFF, "length": 4 * MIB},
         error=error("truncatedMessage", at + 15, at, expected=0xFFFFFFFF, available=10))
    case("small-limit", frame(b"12345678") + frame(b"123456789"), good=frame(b"12345678"),
         limits={"wire_length": 8, "length": 4 * MIB},
         error=error("messageTooLarge", 14, 13, expected=9, limit=8))
    squeezed = frame(compress(text, "gzip"), 1)
    case("compressed-identity", good + squeezed, good=good, error=error("compressedWithoutEncoding", at, at))
    case("compressed-unknown", good + squeezed, "zstd", good=good, file="compressed-identity.grpc",
         error=error("unsupportedEncoding", at, at))

    for encoding in ("gzip", "deflate"):
        good = frame(compress(text, encoding), 1)
        at, start = len(good), len(good) + 5
        data = compress(vehicles(30), encoding)
        end = start + len(data)
        trailer = 8 if encoding == "gzip" else 4

        def bad(name, payload, code, offset, **more):
            case(f"{encoding}-{name}", good + frame(payload, 1) + frame(b"never seen"), encoding, good=good,
                 error=error(code, offset, at, **more))

        bad("short", data[: len(data) // 2], "truncatedCompressedData", start + len(data) // 2)
        bad("short-header", data[:1], "truncatedCompressedData", start + 1)
        bad("short-trailer", data[:-1], "truncatedCompressedData", end - 1)
        bad("trailing", data + b"garbage", "trailingCompressedData", end)
        bad("two-members", data + data, "trailingCompressedData", end)
        checksum = bytearray(data)
        checksum[-trailer] ^= 1
        bad("checksum", bytes(checksum), "corruptCompressedData", [end - trailer, end])
        # Block type 3 does not exist: bits 1 and 2 of the first byte behind the header.
        block = bytearray(data)
        block[10 if encoding == "gzip" else 2] |= 6
        bad("block", bytes(block), "corruptCompressedData", [start, start + 16])
        # A stored block whose length and complement differ.
        head = data[:10] if encoding == "gzip" else data[:2]
        bad("stored", head + b"\x01\x05\x00\x05\x00hello", "corruptCompressedData", [start, start + 16])
        other = "deflate" if encoding == "gzip" else "gzip"
        bad("is-" + other, compress(text, other), "corruptCompressedData", [start, start + 4])
        exact = {"wire_length": 4 * MIB, "length": len(text)}
        one_less = {"wire_length": 4 * MIB, "length": len(text) - 1}
        case(f"{encoding}-limit-exact", good, encoding, limits=exact, file=encoding + ".grpc")
        case(f"{encoding}-limit-exceeded", good, encoding, good=b"", limits=one_less, file=encoding + ".grpc",
             error=error("inflatedTooLarge", [5, len(good)], 0, limit=len(text) - 1))
    length = bytearray(compress(text, "gzip"))
    length[-4] ^= 1
    case("gzip-length", frame(bytes(length), 1), "gzip", good=b"",
         error=error("corruptCompressedData", [5 + len(length) - 4, 5 + len(length)], 0))
    dictionary = zlib.compressobj(6, zlib.DEFLATED, 15, zdict=b"providers/")
    preset = dictionary.compress(text) + dictionary.flush()
    case("deflate-dictionary", frame(preset, 1), "deflate", good=b"", error=error("corruptCompressedData", [5, 16], 0))

    bomb = frame(b"before") + frame(compress(bytes(100 * MIB), "gzip", level=9), 1)
    case("zip-bomb", bomb, "gzip", good=frame(b"before"),
         error=error("inflatedTooLarge", [16, len(bomb)], 11, limit=4 * MIB))
    case("zip-bomb-allowed", bomb, "gzip", limits={"wire_length": 4 * MIB, "length": 100 * MIB}, file="zip-bomb.grpc")


def sent_by_grpcio(messages, compression):
    """The DATA bytes that grpcio's client sends for one call with these messages."""
    import grpc

    class Handler(grpc.GenericRpcHandler):
        def service(self, details):
            return grpc.stream_unary_rpc_method_handler(lambda requests, context: b"".join(requests)[:0])

    server = grpc.server(futures.ThreadPoolExecutor(2), options=[("grpc.max_receive_message_length", -1)])
    server.add_generic_rpc_handlers((Handler(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()

    recorded = bytearray()
    listener = socket.create_server(("127.0.0.1", 0))

    def pump(source, sink, record):
        with contextlib.suppress(OSError):  # the other direction closes first
            while chunk := source.recv(65536):
                if record:
                    recorded.extend(chunk)
                sink.sendall(chunk)
        sink.close()

    def relay():
        near, _ = listener.accept()
        far = socket.create_connection(("127.0.0.1", port))
        threading.Thread(target=pump, args=(far, near, False), daemon=True).start()
        pump(near, far, True)

    threading.Thread(target=relay, daemon=True).start()
    with grpc.insecure_channel(f"127.0.0.1:{listener.getsockname()[1]}", compression=compression) as channel:
        channel.stream_unary("/sample.Frames/Send")(iter(messages))
    server.stop(None).wait()

    data, at = bytearray(), len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    while at + 9 <= len(recorded):
        length = int.from_bytes(recorded[at : at + 3], "big")
        kind, flags = recorded[at + 3], recorded[at + 4]
        if kind == 0:
            assert not flags & 8, "padded DATA"
            data += recorded[at + 9 : at + 9 + length]
        at += 9 + length
    return bytes(data)


def grpcio_cases():
    import grpc

    messages = [vehicles(40, seed=2), b"", b"short", vehicles(1, seed=3), vehicles(300, seed=4),
                random.Random(5).randbytes(2000), b"providers/fleet-wire/vehicles/car-1 " * 12]
    for name, compression in (("identity", grpc.Compression.NoCompression), ("gzip", grpc.Compression.Gzip),
                              ("deflate", grpc.Compression.Deflate)):
        stream = sent_by_grpcio(messages, compression)
        assert [m["crc32"] for m in describe(stream, name)] == [zlib.crc32(m) for m in messages]
        case("grpcio-" + name, stream, name)
    return grpc.__version__


def main():
    sound()
    damaged()
    grpcio = grpcio_cases()
    made_with = f"Python {platform.python_version()}, zlib {zlib.ZLIB_RUNTIME_VERSION}, grpcio {grpcio}"
    with open(os.path.join(HERE, "index.json"), "w") as out:
        lines = ",\n".join("  " + json.dumps(entry) for entry in cases)
        out.write(f'{{"made_with": {json.dumps(made_with)}, "cases": [\n{lines}\n]}}\n')


if len(sys.argv) == 4 and sys.argv[1] == "--check":
    with open(sys.argv[2], "rb") as stream:
        for message in describe(stream.read(), sys.argv[3]):
            print(json.dumps(message))
else:
    main()
