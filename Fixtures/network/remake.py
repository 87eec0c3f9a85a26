"""Makes the captures here from `streaming.pcapng`, `streaming-raw-ip.pcap` and the messages in `../captures`.

Needs scapy, h2 and protobuf, and Wireshark's editcap and mergecap on the path:

    pip install scapy h2 protobuf
    python Fixtures/network/remake.py
"""

import base64
import gzip
import json
import pathlib
import random
import struct
import subprocess
import tempfile
import zlib
from decimal import Decimal

import h2.config
import h2.connection
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from scapy.all import (
    IP, TCP, CookedLinux, Dot1AD, Dot1Q, Ether, Raw, raw, rdpcap)

HERE = pathlib.Path(__file__).parent
MESSAGES = HERE.parent / "captures"
random.seed(20251121)


def stream_packets():
    """The IP packets of the source, with their times."""
    packets = []
    for packet in rdpcap(str(HERE / "streaming-raw-ip.pcap")):
        ip = IP(raw(packet))
        ip.time = packet.time
        packets.append(ip)
    return packets


def save(path, packets, link):
    """A pcap file with nanoseconds of (time, bytes)."""
    out = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 262144, link)
    for time, data in packets:
        time = int(time * 10**9)
        out += struct.pack("<IIII", time // 10**9, time % 10**9, len(data), len(data)) + data
    pathlib.Path(path).write_bytes(out)


# MARK: Links


def midstream_segments():
    """The calls of `traffic/midstream.pcap` in packets of 536 bytes, so that few frames are whole in one."""
    out = []
    for packet in rdpcap(str(HERE.parent / "traffic" / "midstream.pcap")):
        ip, tcp = packet[IP], packet[TCP]
        payload = raw(tcp.payload)[:ip.len - 4 * ip.ihl - 4 * tcp.dataofs]
        for start in range(0, max(len(payload), 1), 536):
            part = IP(src=ip.src, dst=ip.dst) / TCP(
                sport=tcp.sport, dport=tcp.dport, seq=(tcp.seq + start) % 2**32, ack=tcp.ack, flags=tcp.flags)
            out.append((ip.time, raw(part / Raw(payload[start:start + 536]))))
    save(HERE / "midstream-segments.pcap", out, 101)


def links():
    """Every packet behind another link layer, merged into one pcapng with as many interfaces."""
    mac = Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02")
    pktap = struct.pack("<IIII", 108, 1, 12, 0) + b"lo0".ljust(92, b"\0")
    wrappings = [
        (1, lambda ip: raw(mac / ip)),
        (1, lambda ip: raw(mac / Dot1Q(vlan=5) / ip)),
        (1, lambda ip: raw(mac / Dot1AD(vlan=5) / Dot1Q(vlan=6) / ip)),
        (0, lambda ip: struct.pack("<I", 2) + raw(ip)),
        (0, lambda ip: struct.pack(">I", 2) + raw(ip)),
        (108, lambda ip: struct.pack(">I", 2) + raw(ip)),
        (101, raw),
        (228, raw),
        (113, lambda ip: raw(CookedLinux(proto=0x800) / ip)),
        (276, lambda ip: struct.pack(">HHIHBB8s", 0x800, 0, 1, 772, 0, 6, b"") + raw(ip)),
        (258, lambda ip: pktap + raw(ip)),
    ]
    packets = stream_packets()
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for index, (link, wrap) in enumerate(wrappings):
            files.append(f"{folder}/{index:02}.pcap")
            save(files[-1], [(ip.time, wrap(ip)) for ip in packets[index::len(wrappings)]], link)
        subprocess.run(["mergecap", "-F", "pcapng", "-w", str(HERE / "links.pcapng"), *files], check=True)


# MARK: File formats

def block(order, kind, body):
    body += bytes(-len(body) % 4)
    length = len(body) + 12
    return struct.pack(order + "II", kind, length) + body + struct.pack(order + "I", length)


def option(order, code, value):
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def sections():
    """pcapng with two sections of both byte orders, unknown blocks, clocks of several units and an offset.

    Layout: https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/
    """
    packets = stream_packets()
    out = b""
    for order, part in ((">", packets[:50]), ("<", packets[50:])):
        out += block(order, 0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))
        out += block(order, 0x0BAD, b"a block of somebody's own")
        interfaces = [
            # Nanoseconds since 2020, 2^-20 seconds, microseconds.
            option(order, 9, b"\x09") + option(order, 14, struct.pack(order + "q", 1577836800)),
            option(order, 9, bytes([0x80 | 20])),
            b"",
        ]
        for options in interfaces:
            out += block(order, 1, struct.pack(order + "HHI", 101, 0, 0) + options + option(order, 0, b""))
        for number, ip in enumerate(part):
            data = raw(ip)
            kind = number % 3
            time = int(ip.time * 10**9)
            ticks = {0: time - 1577836800 * 10**9, 1: time * 2**20 // 10**9, 2: time // 1000}[kind]
            head = struct.pack(order + "IIIII", kind, ticks >> 32, ticks & 0xFFFFFFFF, len(data), len(data))
            out += block(order, 6, head + data + bytes(-len(data) % 4) + option(order, 1, b"note"))
    (HERE / "sections.pcapng").write_bytes(out)


def converted():
    source = str(HERE / "streaming.pcapng")
    subprocess.run(["editcap", "-F", "nsecpcap", source, str(HERE / "streaming.nsecpcap")], check=True)
    subprocess.run(["editcap", "-F", "pcap", "-s", "200", source, str(HERE / "snap-length.pcap")], check=True)
    whole = (HERE / "streaming.pcapng").read_bytes()
    members = gzip.compress(whole[:9000], mtime=0) + gzip.compress(whole[9000:], mtime=0)
    (HERE / "streaming.pcapng.gz").write_bytes(members)


# MARK: Connections from bytes

class Talk:
    """A TCP connection whose two sides say what they are told to."""

    def __init__(self, port, client_port=50123, start=Decimal(1_763_700_000), packets=None,
                 numbers=(1000, 9000)):
        self.ports = (client_port, port)
        self.next = list(numbers)
        self.time = start
        self.packets = [] if packets is None else packets
        self.send(0, flags="S")
        self.send(1, flags="SA")
        self.send(0, flags="A")

    def send(self, side, data=b"", flags="PA", size=1400):
        pieces = [data[i:i + size] for i in range(0, len(data), size)] or [b""]
        for piece in pieces:
            ip = IP(src=f"10.0.0.{1 + side}", dst=f"10.0.0.{2 - side}") / TCP(
                sport=self.ports[side], dport=self.ports[1 - side], flags=flags, seq=self.next[side],
                ack=self.next[1 - side] if "A" in flags else 0) / Raw(piece)
            self.packets.append((self.time, raw(ip)))
            self.next[side] += len(piece) + ("S" in flags or "F" in flags)
            self.time += Decimal("0.001")

    def close(self):
        self.send(1, flags="FA")
        self.send(0, flags="FA")
        self.send(1, flags="A")


def message(name):
    return (MESSAGES / f"{name}.bin").read_bytes()


def frame(payload, flags=0):
    return struct.pack(">BI", flags, len(payload)) + payload


def trailers(status, text=""):
    block = f"grpc-status:{status}\r\n" + (f"grpc-message:{text}\r\n" if text else "")
    return frame(block.encode(), 0x80)


def chunked(data, sizes):
    out, index, turn = b"", 0, 0
    while index < len(data):
        size = sizes[turn % len(sizes)]
        part = data[index:index + size]
        out += b"%x;ext=1\r\n" % len(part) + part + b"\r\n"
        index += size
        turn += 1
    return out + b"0\r\n"


def request(path, body, kind, *more):
    head = [f"POST {path} HTTP/1.1", "Host: fleet.example:8080", f"Content-Type: {kind}", "X-Grpc-Web: 1", *more]
    if "Transfer-Encoding: chunked" not in more:
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def response(body, kind, *more, status="200 OK"):
    head = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *more]
    if not any(line.startswith(("Transfer-Encoding", "Connection: close")) for line in more):
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


GET_TRIP = "/maps.fleetengine.v1.TripService/GetTrip"
UPDATE = "/maps.fleetengine.v1.VehicleService/UpdateVehicle"
LIST = "/maps.fleetengine.v1.VehicleService/ListVehicles"
WATCH = "/sample.fleet.v1.FleetStream/WatchVehicle"


def web_over_http1():
    """grpc-web as proxies speak it: binary and text, keep-alive, pipelining, chunks, and other requests between.

    Layout: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md, RFC 9112
    """
    proto, text = "application/grpc-web+proto", "application/grpc-web-text"
    trip, answer = message("get-trip-request"), message("get-trip-response-new")
    talk = Talk(8080)
    # 1: plain. Before it what browsers ask first.
    talk.send(0, b"OPTIONS " + GET_TRIP.encode() + b" HTTP/1.1\r\nHost: fleet.example:8080\r\n"
              b"Access-Control-Request-Method: POST\r\n\r\n")
    talk.send(1, b"HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\n\r\n")
    talk.send(0, request(GET_TRIP, frame(trip), proto))
    talk.send(1, response(frame(answer) + trailers(0), proto))
    # 2: text, each part in base64 of its own, in chunks that fall anywhere; the request asks to go on first.
    talk.send(0, request(GET_TRIP, base64.b64encode(frame(trip)), text, "Expect: 100-continue"), size=90)
    talk.send(1, b"HTTP/1.1 100 Continue\r\n\r\n")
    body = base64.b64encode(frame(answer)) + base64.b64encode(trailers(0))
    talk.send(1, response(chunked(body, [1, 7, 50, 3]), text, "Transfer-Encoding: chunked")
              + b"X-Checksum: none\r\n\r\n", size=33)
    # 3 and 4: two requests ahead; an error without a message, then one in the headers alone.
    talk.send(0, request(UPDATE, frame(message("update-vehicle-empty-mask")), proto)
              + request(GET_TRIP, chunked(frame(trip), [10]) + b"\r\n", proto, "Transfer-Encoding: chunked"))
    talk.send(1, response(trailers(3, "update_mask%20cannot be empty"), proto)
              + response(b"", proto, "grpc-status: 5", "grpc-message: no such trip"))
    # 5: a page of something else, and a script's HEAD.
    talk.send(0, b"GET /index.html HTTP/1.1\r\nHost: fleet.example:8080\r\n\r\n")
    talk.send(1, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 300\r\n\r\n" + b"x" * 300)
    talk.send(0, b"HEAD /big HTTP/1.1\r\nHost: fleet.example:8080\r\n\r\n")
    talk.send(1, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 30000000\r\n\r\n")
    # 6: several messages, one of them compressed, until the connection closes.
    vehicles = [message(f"watch-vehicle-responses.{index}") for index in range(3)]
    talk.send(0, request(WATCH, frame(message("get-trip-request")), proto))
    body = frame(vehicles[0]) + frame(gzip.compress(vehicles[1], mtime=0), 1) + frame(vehicles[2]) + trailers(0)
    talk.send(1, response(body, proto, "Grpc-Encoding: gzip", "Connection: close"), size=100)
    talk.close()
    save(HERE / "grpc-web-http1.pcap", talk.packets, 101)


def h2_connection(is_client):
    return h2.connection.H2Connection(h2.config.H2Configuration(
        client_side=is_client, validate_outbound_headers=False, validate_inbound_headers=False,
        normalize_outbound_headers=False, normalize_inbound_headers=False))


def exchange(talk, client, server):
    """Lets both sides send what they have, until neither has anything."""
    while True:
        up = client.data_to_send()
        if up:
            talk.send(0, up)
            server.receive_data(up)
        down = server.data_to_send()
        if down:
            talk.send(1, down)
            client.receive_data(down)
        if not up and not down:
            return


def pseudo(path, kind):
    return [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "fleet.example:8080"),
            ("content-type", kind), ("te", "trailers")]


def web_over_http2():
    client, server = h2_connection(True), h2_connection(False)
    client.initiate_connection()
    server.initiate_connection()
    talk = Talk(8080)
    exchange(talk, client, server)
    trip, answer = frame(message("get-trip-request")), frame(message("get-trip-response-new"))
    for stream, kind, code in ((1, "application/grpc-web+proto", 0), (3, "application/grpc-web-text+proto", 5)):
        encode = base64.b64encode if "text" in kind else bytes
        client.send_headers(stream, pseudo(GET_TRIP, kind))
        client.send_data(stream, encode(trip), end_stream=True)
        exchange(talk, client, server)
        server.send_headers(stream, [(":status", "200"), ("content-type", kind)])
        if code == 0:
            server.send_data(stream, encode(answer)[:7])
            server.send_data(stream, encode(answer)[7:])
        server.send_data(stream, encode(trailers(code, "gone" if code else ""))[:9])
        server.send_data(stream, encode(trailers(code, "gone" if code else ""))[9:], end_stream=True)
        exchange(talk, client, server)
    # A page over HTTP/2, which is no call.
    client.send_headers(5, [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "x")], end_stream=True)
    exchange(talk, client, server)
    server.send_headers(5, [(":status", "200"), ("content-type", "text/html")])
    server.send_data(5, b"<p>", end_stream=True)
    exchange(talk, client, server)
    talk.close()
    save(HERE / "grpc-web-http2.pcap", talk.packets, 101)


def gzipped(data):
    return gzip.compress(data, mtime=0)


def bare_deflate(data):
    """As some servers understand `deflate`: without zlib's header and check sum."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def content_encodings():
    """grpc-web whose bodies HTTP has encoded: https://www.rfc-editor.org/rfc/rfc9110#section-8.4"""
    proto, text = "application/grpc-web+proto", "application/grpc-web-text"
    trip, answer = frame(message("get-trip-request")), frame(message("get-trip-response-new"))
    whole = answer + trailers(0)
    gzip_line, deflate_line = "Content-Encoding: gzip", "Content-Encoding: deflate"
    talk = Talk(8080)
    # 1: both ways. 2: of base64, in chunks that fall anywhere. 3 and 4: with zlib's header and without.
    talk.send(0, request(GET_TRIP, gzipped(trip), proto, gzip_line))
    talk.send(1, response(gzipped(whole), proto, gzip_line))
    talk.send(0, request(GET_TRIP, base64.b64encode(trip), text))
    body = gzipped(base64.b64encode(answer) + base64.b64encode(trailers(0)))
    talk.send(1, response(chunked(body, [1, 1, 7, 30]) + b"\r\n", text, gzip_line, "Transfer-Encoding: chunked"), size=40)
    talk.send(0, request(GET_TRIP, zlib.compress(trip), proto, deflate_line))
    talk.send(1, response(chunked(zlib.compress(whole), [1, 20]) + b"\r\n", proto, deflate_line,
                          "Transfer-Encoding: chunked"))
    talk.send(0, request(GET_TRIP, bare_deflate(trip), proto, deflate_line))
    talk.send(1, response(chunked(bare_deflate(whole), [1, 20]) + b"\r\n", proto, deflate_line,
                          "Transfer-Encoding: chunked"))
    # 5: gzip may have several members; the old name; a message in it is compressed, too.
    inner = gzip.compress(message("get-trip-response-new"), mtime=0)
    talk.send(0, request(GET_TRIP, gzipped(trip), proto, "Content-Encoding: X-GZIP"))
    talk.send(1, response(gzipped(frame(inner, 1)) + gzipped(trailers(0)), proto, gzip_line, "Grpc-Encoding: gzip"))
    # 6: the header is left of what a proxy has decoded. 7: unknown here. 8: the data ends early.
    talk.send(0, request(GET_TRIP, trip, proto, gzip_line))
    talk.send(1, response(whole, proto, "Content-Encoding: br"))
    talk.send(0, request(GET_TRIP, trip, proto, "Content-Encoding: identity"))
    talk.send(1, response(b"\x0b\x02\x80" + whole, proto, "Content-Encoding: br"))
    talk.send(0, request(GET_TRIP, trip, proto))
    talk.send(1, response(gzipped(whole)[:-4], proto, gzip_line))
    talk.close()
    # 9: over HTTP/2.
    client, server = h2_connection(True), h2_connection(False)
    client.initiate_connection()
    server.initiate_connection()
    other = Talk(8081, packets=talk.packets, start=talk.time)
    exchange(other, client, server)
    client.send_headers(1, pseudo(GET_TRIP, proto) + [("content-encoding", "gzip")])
    client.send_data(1, gzipped(trip), end_stream=True)
    exchange(other, client, server)
    server.send_headers(1, [(":status", "200"), ("content-type", proto), ("content-encoding", "gzip")])
    body = gzipped(whole)
    for start in range(0, len(body), 11):
        server.send_data(1, body[start:start + 11], end_stream=start + 11 >= len(body))
    exchange(other, client, server)
    other.close()
    save(HERE / "content-encoding.pcap", talk.packets, 101)


# MARK: HAR

def har():
    """Layout: http://www.softwareishard.com/blog/har-12-spec/"""
    def entry(path, status, kind, request_body, response_body, second, **more):
        request_kind = more.get("request_kind", kind)
        return {
            "startedDateTime": f"2026-02-03T04:05:{second:02}.250+01:00", "time": 120.5, "connection": "443",
            "request": {
                "method": "POST", "url": "https://fleetengine.googleapis.com" + path, "httpVersion": "HTTP/2",
                "headers": [{"name": "content-type", "value": request_kind}, {"name": "X-Grpc-Web", "value": "1"}],
                "queryString": [], "cookies": [], "headersSize": -1, "bodySize": len(request_body["text"]),
                "postData": {"mimeType": request_kind, **request_body}},
            "response": {
                "status": status, "statusText": "", "httpVersion": "HTTP/2", "cookies": [],
                "headers": [{"name": "content-type", "value": kind}] + more.get("headers", []),
                "content": {"size": 1, "mimeType": kind, **response_body}, "redirectURL": "", "headersSize": -1,
                "bodySize": -1},
            "cache": {}, "timings": {"blocked": 1.5, "dns": -1, "connect": -1, "ssl": -1, "send": 0.5, "wait": 100,
                                     "receive": 18.5},
            "serverIPAddress": "203.0.113.7"}

    def base(data):
        return {"text": base64.b64encode(data).decode(), "encoding": "base64"}

    trip, answer = frame(message("get-trip-request")), frame(message("get-trip-response-new"))
    proto, text = "application/grpc-web+proto", "application/grpc-web-text"
    page = entry("/index.html", 200, "text/html", {"text": ""}, {"text": "entries: [{\"log\": 1}]"}, 0)
    page["request"]["method"] = "GET"
    del page["request"]["postData"]
    entries = [
        page,
        # Bytes as characters, as browsers write what was sent.
        entry(GET_TRIP, 200, proto, {"text": trip.decode("latin-1")}, base(answer + trailers(0)), 1),
        # The text of a text body, once plain and once in base64 once more.
        entry(GET_TRIP, 200, text, {"text": base64.b64encode(trip).decode()},
              base(base64.b64encode(answer) + base64.b64encode(trailers(0))), 2),
        entry(UPDATE, 200, text, {"text": base64.b64encode(frame(message("update-vehicle-empty-mask"))).decode()},
              {"text": base64.b64encode(trailers(3, "update_mask cannot be empty")).decode()}, 3),
        # gRPC proper out of a proxy, its trailers among the headers.
        entry(GET_TRIP, 200, "application/grpc", base(trip), base(answer), 4,
              headers=[{"name": "grpc-status", "value": "0"}]),
        # What was sent is lost: bytes replaced by U+FFFD. A proxy's page instead of an answer.
        entry(GET_TRIP, 503, "text/html", {"text": "\0\0\0\0\ufffd"}, {"text": "<p>busy"}, 5, request_kind=proto),
    ]
    log = {"log": {"version": "1.2", "creator": {"name": "sample", "version": "1", "comment": "\"entries\": [{}]"},
                   "pages": [{"id": "entries", "pageTimings": {}}], "entries": entries}}
    (HERE / "calls.har").write_text(json.dumps(log, indent=2), encoding="utf-8")

    # Browsers decode bodies, and keep the header; proxies may keep both.
    def coding(name):
        return [{"name": "Content-Encoding", "value": name}]

    whole = answer + trailers(0)
    entries[:] = [
        entry(GET_TRIP, 200, proto, base(trip), base(whole), 1, headers=coding("gzip")),
        entry(GET_TRIP, 200, proto, base(trip), base(gzipped(whole)), 2, headers=coding("gzip")),
        entry(GET_TRIP, 200, proto, base(trip), {"text": gzipped(whole).decode("latin-1")}, 3, headers=coding("gzip")),
        entry(GET_TRIP, 200, text, base(base64.b64encode(trip)), base(zlib.compress(base64.b64encode(whole))), 4,
              headers=coding("deflate")),
        entry(GET_TRIP, 200, text, base(base64.b64encode(trip)), {"text": base64.b64encode(whole).decode()}, 5,
              headers=coding("br")),
    ]
    (HERE / "content-encoding.har").write_text(json.dumps(log, indent=2), encoding="utf-8")


# MARK: Binary log

def binary_log():
    """Numbers of the fields: https://github.com/grpc/grpc-proto/blob/master/grpc/binlog/v1/binarylog.proto"""
    file = descriptor_pb2.FileDescriptorProto(name="log.proto", package="log", syntax="proto3")
    F = descriptor_pb2.FieldDescriptorProto
    kinds = {"u64": F.TYPE_UINT64, "u32": F.TYPE_UINT32, "i64": F.TYPE_INT64, "i32": F.TYPE_INT32, "s": F.TYPE_STRING,
             "b": F.TYPE_BYTES, "t": F.TYPE_BOOL}

    def define(name, *fields):
        made = file.message_type.add(name=name)
        for field, number, kind in fields:
            repeated = kind.startswith("*")
            kind = kind.lstrip("*")
            added = made.field.add(name=field, number=number, label=F.LABEL_REPEATED if repeated else F.LABEL_OPTIONAL)
            if kind in kinds:
                added.type = kinds[kind]
            else:
                added.type, added.type_name = F.TYPE_MESSAGE, ".log." + kind

    define("Time", ("seconds", 1, "i64"), ("nanos", 2, "i32"))
    define("Pair", ("key", 1, "s"), ("value", 2, "b"))
    define("Metadata", ("entry", 1, "*Pair"))
    define("ClientHeader", ("metadata", 1, "Metadata"), ("method_name", 2, "s"), ("authority", 3, "s"),
           ("timeout", 4, "Time"))
    define("ServerHeader", ("metadata", 1, "Metadata"))
    define("Trailer", ("metadata", 1, "Metadata"), ("status_code", 2, "u32"), ("status_message", 3, "s"),
           ("status_details", 4, "b"))
    define("Message", ("length", 1, "u32"), ("data", 2, "b"))
    define("Address", ("type", 1, "i32"), ("address", 2, "s"), ("ip_port", 3, "u32"))
    define("Entry", ("timestamp", 1, "Time"), ("call_id", 2, "u64"), ("sequence_id_within_call", 3, "u64"),
           ("type", 4, "i32"), ("logger", 5, "i32"), ("client_header", 6, "ClientHeader"),
           ("server_header", 7, "ServerHeader"), ("message", 8, "Message"), ("trailer", 9, "Trailer"),
           ("payload_truncated", 10, "t"), ("peer", 11, "Address"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    Entry = message_factory.GetMessageClass(pool.FindMessageTypeByName("log.Entry"))

    client_header, server_header, client_message, server_message, half_close, trailer, cancel = range(1, 8)
    numbers, entries = {}, []

    def log(call, kind, skip=0, **payload):
        number = numbers[call] = numbers.get(call, 0) + 1 + skip
        time = 1_763_700_000_000_000_000 + len(entries) * 1_500_000
        entries.append(Entry(
            timestamp={"seconds": time // 10**9, "nanos": time % 10**9}, call_id=call, sequence_id_within_call=number,
            type=kind, logger=2 if call < 100 else 1, **payload).SerializeToString())

    def whole(name, keep=None):
        data = message(name)
        return {"message": {"length": len(data), "data": data[:keep]}, "payload_truncated": keep is not None}

    peer = {"type": 1, "address": "192.0.2.4", "ip_port": 51000}
    # 1 and 2, mixed: a call with a deadline, and one that fails with details.
    details = bytes.fromhex("08031203626164")
    log(1, client_header, client_header={
        "method_name": GET_TRIP, "authority": "fleet.example", "timeout": {"seconds": 15},
        "metadata": {"entry": [{"key": "x-trace-bin", "value": b"\x01\x02"}, {"key": "x-name", "value": b"v"}]}}, peer=peer)
    log(2, client_header, client_header={"method_name": UPDATE}, peer={"type": 2, "address": "2001:db8::7", "ip_port": 9})
    log(1, client_message, **whole("get-trip-request"))
    log(2, client_message, **whole("update-vehicle-empty-mask"))
    log(1, half_close)
    log(1, server_header, server_header={"metadata": {"entry": [{"key": "x-served-by", "value": b"a"}]}})
    log(2, trailer, trailer={"status_code": 3, "status_message": "update_mask cannot be empty \u00e4%",
                             "status_details": details})
    log(1, server_message, **whole("get-trip-response-new"))
    log(1, trailer, trailer={"metadata": {"entry": [{"key": "x-cost", "value": b"7"}]}})
    # 3: cut by the logger's limit. 4: cancelled. 5: an entry is missing. 6: never ends; its peer is a socket.
    log(3, client_header, client_header={"method_name": GET_TRIP})
    log(3, client_message, **whole("get-trip-request"))
    log(3, half_close)
    log(3, server_message, **whole("get-trip-response-new", keep=20))
    log(3, trailer, trailer={})
    log(4, client_header, client_header={"method_name": WATCH})
    log(4, client_message, **whole("get-trip-request"))
    log(4, cancel)
    log(4, trailer, trailer={"status_code": 1})
    log(5, client_header, client_header={"method_name": GET_TRIP})
    log(5, half_close, skip=1)
    log(5, trailer, trailer={"status_code": 13})
    # 100: logged by a client.
    log(100, client_header, client_header={"method_name": GET_TRIP})
    log(100, client_message, **whole("get-trip-request"))
    log(100, half_close)
    log(100, server_header, server_header={}, peer={"type": 1, "address": "198.51.100.9", "ip_port": 443})
    log(100, server_message, **whole("get-trip-response-new"))
    log(100, trailer, trailer={})
    log(6, client_header, client_header={"method_name": GET_TRIP}, peer={"type": 3, "address": "/run/fleet.sock"})

    def varint(value):
        out = b""
        while value >= 0x80:
            out += bytes([value & 0x7F | 0x80])
            value >>= 7
        return out + bytes([value])

    (HERE / "calls.binarylog").write_bytes(b"".join(struct.pack(">I", len(entry)) + entry for entry in entries))
    (HERE / "calls-delimited.binarylog").write_bytes(b"".join(varint(len(entry)) + entry for entry in entries))


if __name__ == "__main__":
    for make in (midstream_segments, links, sections, converted, web_over_http1, web_over_http2, content_encodings,
                 har, binary_log):
        make()
