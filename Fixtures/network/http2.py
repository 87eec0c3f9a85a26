"""Makes the captures `http2-*.pcap` here, of what HTTP/2 allows and the captured libraries do not do.

Frames are hyperframe's, header blocks are hpack's, packets are scapy's. `http2-*.expected.jsonl` says what was sent, from
the script's own knowledge: the keys are those of `streaming.expected.jsonl`.

    pip install scapy h2 protobuf
    python Fixtures/network/http2.py
"""

import hashlib
import json
from decimal import Decimal

from hpack import Encoder
from hyperframe.frame import (
    AltSvcFrame, ContinuationFrame, DataFrame, ExtensionFrame, GoAwayFrame, HeadersFrame, PingFrame, PriorityFrame,
    PushPromiseFrame, RstStreamFrame, SettingsFrame, WindowUpdateFrame)

from remake import GET_TRIP, HERE, MESSAGES, UPDATE, WATCH, Talk, frame, message, save

UPLOAD = "/sample.fleet.v1.FleetStream/UploadLocations"
REQUEST, TRIP, VEHICLE = (
    "maps.fleetengine.v1." + name for name in ("UpdateVehicleRequest", "Trip", "Vehicle"))
TYPES = {
    GET_TRIP: ("maps.fleetengine.v1.GetTripRequest", TRIP), UPDATE: (REQUEST, VEHICLE), UPLOAD: (REQUEST, VEHICLE),
    WATCH: ("maps.fleetengine.v1.GetVehicleRequest", VEHICLE)}
ERRORS = {0: "NO_ERROR", 2: "INTERNAL_ERROR", 5: "STREAM_CLOSED", 7: "REFUSED_STREAM", 8: "CANCEL",
          11: "ENHANCE_YOUR_CALM"}
STATUSES = {0: "OK", 3: "INVALID_ARGUMENT", 4: "DEADLINE_EXCEEDED", 5: "NOT_FOUND", 8: "RESOURCE_EXHAUSTED"}
CLIENT, SERVER = 0, 1


class Capture:
    """Packets of several connections, and what their calls were."""

    def __init__(self):
        self.packets = []
        self.calls = []

    def save(self, name):
        save(HERE / f"{name}.pcap", self.packets, 101)
        # In the order in which the requests ended.
        calls = sorted(self.calls, key=lambda call: call.request_order)
        lines = [json.dumps(call.truth(), ensure_ascii=False, separators=(",", ":")) for call in calls]
        (HERE / f"{name}.expected.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


class Piece:
    """A frame, and the call that it belongs to; `is_part` when a header block goes on behind it."""

    def __init__(self, frame, call=None, ends=False, resets=False, is_part=False):
        self.data = frame if isinstance(frame, bytes) else frame.serialize()
        self.call, self.ends, self.resets, self.is_part = call, ends, resets, is_part


def extension(kind, stream, flags, body):
    made = ExtensionFrame(kind, stream, flag_byte=flags, body=body)
    # It is what is written as the length.
    made.body_len = len(body)
    return Piece(made)


class Link:
    """A connection over HTTP/2 without TLS; `openings` are sent before, the last with the first bytes of the client."""

    def __init__(self, capture, client_port, *openings, numbers=(1000, 9000)):
        self.capture = capture
        self.talk = Talk(50051, client_port, Decimal(1_763_700_000) + len(capture.packets), capture.packets, numbers)
        self.encoders = [Encoder(), Encoder()]
        *first, last = openings or [b""]
        for opening in first:
            side, data = opening if isinstance(opening, tuple) else (CLIENT, opening)
            self.say(side, Piece(data))
        self.say(CLIENT, Piece(last + b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Piece(SettingsFrame(0)))
        self.say(SERVER, Piece(SettingsFrame(0)), Piece(SettingsFrame(0, flags=["ACK"])))
        self.say(CLIENT, Piece(SettingsFrame(0, flags=["ACK"])))

    def say(self, side, *pieces, size=60_000):
        """Sends frames behind one another, in packets of `size` bytes."""
        pieces = [piece for part in pieces for piece in (part if isinstance(part, list) else [part])]
        first = len(self.capture.packets)
        self.talk.send(side, b"".join(piece.data for piece in pieces), size=size)
        end = 0
        for piece in pieces:
            end += len(piece.data)
            if piece.call:
                piece.call.sent(side, piece, first + (end - 1) // size + 1)

    def block(self, side, stream, fields, *, cuts=(), ends=False, call=None, promised=None, pad=None, priority=False):
        """The frames of a header block that is cut at `cuts`: HEADERS or PUSH_PROMISE, then CONTINUATION."""
        encoded = self.encoders[side].encode(fields)
        bounds = [0, *[min(cut, len(encoded)) for cut in cuts], len(encoded)]
        parts = [encoded[a:b] for a, b in zip(bounds, bounds[1:])]
        if promised:
            first = PushPromiseFrame(stream, promised_stream_id=promised, data=parts[0])
        else:
            first = HeadersFrame(stream, parts[0])
        if ends:
            first.flags.add("END_STREAM")
        if pad is not None:
            first.flags.add("PADDED")
            first.pad_length = pad
        if priority:
            first.flags.add("PRIORITY")
            first.depends_on, first.stream_weight, first.exclusive = 0, 15, False
        frames = [first] + [ContinuationFrame(stream, part) for part in parts[1:]]
        frames[-1].flags.add("END_HEADERS")
        last = len(frames) - 1
        return [Piece(f, call, ends=ends and i == last, is_part=i < last) for i, f in enumerate(frames)]

    def settings(self, side, size):
        """SETTINGS_HEADER_TABLE_SIZE, acknowledged; the other side's encoder says so before its next block."""
        self.say(side, Piece(SettingsFrame(0, settings={SettingsFrame.HEADER_TABLE_SIZE: size})))
        self.say(1 - side, Piece(SettingsFrame(0, flags=["ACK"])))
        self.encoders[1 - side].header_table_size = size

    def ping(self, side):
        self.say(side, Piece(PingFrame(0, b"\0\1\2\3four")))
        self.say(1 - side, Piece(PingFrame(0, b"\0\1\2\3four", flags=["ACK"])))

    def go_away(self, last, code=0, text=b""):
        self.say(SERVER, Piece(GoAwayFrame(0, last_stream_id=last, error_code=code, additional_data=text)))

    def call(self, stream, path, names, *more, ends=True, **options):
        """A call whose request is sent as a whole."""
        call = Call(self, stream)
        self.say(CLIENT, call.request(path, *more, **options), *[
            call.data(CLIENT, name, ends=ends and index == len(names) - 1) for index, name in enumerate(names)])
        return call


class Call:
    """What one stream carries, and what is true of it."""

    def __init__(self, link, stream):
        self.link, self.stream = link, stream
        link.capture.calls.append(self)
        self.path = None
        self.headers = [None, None]
        self.trailers = None
        self.trailers_only = False
        self.messages = [[], []]
        self.frames = [0, 0]
        self.reset_by = None
        self.client_status = None
        self.go_away = None
        self.packets = {"first": None, "request_end": None, "last": None}
        self.request_order = None
        self.has_ended_request = False

    # Frames

    def request(self, path, *more, **options):
        self.path = path
        fields = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "fleet.example:50051"),
                  ("content-type", "application/grpc"), ("te", "trailers"), *more]
        self.headers[CLIENT] = fields
        return self.link.block(CLIENT, self.stream, fields, call=self, **options)

    def response(self, *more, **options):
        fields = [(":status", "200"), ("content-type", "application/grpc"), *more]
        self.headers[SERVER] = fields
        return self.link.block(SERVER, self.stream, fields, call=self, **options)

    def informational(self, status, *more, **options):
        return self.link.block(SERVER, self.stream, [(":status", status), *more], call=self, **options)

    def finish(self, status, text="", *more, **options):
        fields = [("grpc-status", str(status)), *([("grpc-message", text)] if text else []), *more]
        if self.headers[SERVER] is None:
            fields = [(":status", "200"), ("content-type", "application/grpc"), *fields]
            self.trailers_only = True
        self.trailers = fields
        # A client that has reset the stream does not heed what comes behind.
        self.client_status = self.client_status or STATUSES[status]
        return self.link.block(SERVER, self.stream, fields, ends=True, call=self, **options)

    def data(self, side, name=None, *, ends=False, pad=None, cuts=()):
        """A message, or nothing, in one DATA frame or in several."""
        content = b""
        if name:
            payload = message(name)
            content = frame(payload)
            self.messages[side].append((name, payload))
        bounds = [0, *cuts, len(content)]
        pieces = []
        for index, (a, b) in enumerate(zip(bounds, bounds[1:])):
            is_end = ends and index == len(bounds) - 2
            made = DataFrame(self.stream, content[a:b], flags=["END_STREAM"] if is_end else [])
            if pad is not None:
                made.flags.add("PADDED")
                made.pad_length = pad
            self.frames[side] += 1
            pieces.append(Piece(made, self, ends=is_end))
        return pieces

    def reset(self, side, code, client_status):
        if self.reset_by is None:
            self.reset_by = (side, code)
        # A status that has arrived is not changed by what comes behind it.
        self.client_status = self.client_status or client_status
        return Piece(RstStreamFrame(self.stream, error_code=code), self, resets=True)

    # Truth

    def sent(self, side, piece, packet):
        """Notes where a frame went, also one that crosses the stream's end on its way."""
        self.packets["first"] = self.packets["first"] or packet
        if piece.is_part:
            return
        self.packets["last"] = packet
        if side == CLIENT and not self.has_ended_request:
            self.packets["request_end"] = packet
            self.request_order = (packet, self.stream)
            self.has_ended_request = piece.resets or piece.ends

    def truth(self):
        def grouped(fields):
            out = {}
            for name, value in fields:
                out[name] = value if name not in out else [*([out[name]] if isinstance(out[name], str) else out[name]), value]
            return out

        def listed(messages):
            return [{
                "compressed": False, "length": len(payload), "uncompressed_length": len(payload),
                "bytes_sha256": hashlib.sha256(payload).hexdigest(),
                "json": json.loads((MESSAGES / f"{name}.json").read_text(encoding="utf-8"))}
                for name, payload in messages]

        talk = self.link.talk
        # A server may say in its headers how a call ends.
        ending = dict(self.trailers or self.headers[SERVER] or [])
        status = ending.get("grpc-status")
        reset = None
        if self.reset_by:
            side, code = self.reset_by
            reset = {"by": "client" if side == CLIENT else "server", "error_code": code, "error": ERRORS.get(code)}
        more = {}
        if self.go_away:
            code, last, text = self.go_away
            more["go_away"] = {
                "by": "server", "error_code": code, "error": ERRORS[code], "last_stream": last, "text": text}
        return {
            "stream": {"client": f"10.0.0.1:{talk.ports[0]}", "server": f"10.0.0.2:{talk.ports[1]}", "id": self.stream},
            "path": self.path, "request_type": TYPES[self.path][0], "response_type": TYPES[self.path][1],
            "request_headers": grouped(self.headers[CLIENT]), "request_messages": listed(self.messages[CLIENT]),
            "response_headers": self.headers[SERVER] and grouped(self.headers[SERVER]),
            "response_messages": listed(self.messages[SERVER]),
            "trailers": self.trailers and grouped(self.trailers), "trailers_only": self.trailers_only,
            "status": status and STATUSES[int(status)], "status_code": status and int(status),
            "message": status and ending.get("grpc-message", ""), "details": [], "reset": reset,
            "client_status": {"status": self.client_status}, "bin_encoding": {},
            "data_frames": {"request": self.frames[CLIENT], "response": self.frames[SERVER]}, "packets": self.packets,
            **more}


TRIP_REQUEST, TRIP_ANSWER = "get-trip-request", "get-trip-response-new"


def ends():
    """RST_STREAM from both sides at every point of a call, and GOAWAY.

    What a client makes of a code: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Errors)
    """
    capture = Capture()
    link = Link(capture, 40001)

    call = link.call(1, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    # By the client: before and behind its request, before and behind the answer's headers and messages.
    call = link.call(3, UPLOAD, [], ends=False)
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    call = link.call(5, GET_TRIP, [TRIP_REQUEST])
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    call = link.call(7, UPLOAD, ["upload-locations-requests.0"], ends=False)
    link.say(SERVER, call.response())
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    call = link.call(9, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER))
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    # By the server.
    call = link.call(11, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.reset(SERVER, 7, "UNAVAILABLE"))
    call = link.call(13, UPLOAD, [], ends=False)
    link.say(SERVER, call.reset(SERVER, 11, "RESOURCE_EXHAUSTED"))
    call = link.call(15, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.response(), call.reset(SERVER, 2, "INTERNAL"))
    call = link.call(17, UPLOAD, ["upload-locations-requests.0", "upload-locations-requests.1"], ends=False)
    link.say(SERVER, call.response(), call.data(SERVER, "create-vehicle-response"), call.reset(SERVER, 8, "CANCELLED"))
    # A code without a name.
    call = link.call(19, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.reset(SERVER, 0xFE, "INTERNAL"))
    # The status first, then the rest of the request is refused: no error.
    call = link.call(21, UPLOAD, ["upload-locations-requests.0"], ends=False)
    link.say(SERVER, call.finish(3, "update_mask cannot be empty"), call.reset(SERVER, 0, "INTERNAL"))
    # Both at once: the first one counts.
    call = link.call(23, GET_TRIP, [TRIP_REQUEST])
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    link.say(SERVER, call.reset(SERVER, 5, "CANCELLED"))
    # A stream that nobody has opened.
    link.say(CLIENT, Piece(RstStreamFrame(99, error_code=8)))
    call = link.call(101, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.finish(5, "no such trip"))
    link.talk.close()

    # A server that stops as it should: no new streams at first, then the last one that it will answer.
    link = Link(capture, 40002)
    link.ping(CLIENT)
    first = link.call(1, GET_TRIP, [TRIP_REQUEST])
    link.go_away(2**31 - 1)
    second = link.call(3, GET_TRIP, [TRIP_REQUEST])
    link.ping(SERVER)
    link.go_away(3, text=b"max_age")
    link.say(SERVER, first.response(), first.data(SERVER, TRIP_ANSWER), first.finish(0))
    link.say(SERVER, second.finish(5, "no such trip"))
    # Sent before it could know.
    call = link.call(5, GET_TRIP, [TRIP_REQUEST])
    call.go_away = (0, 3, "max_age")
    link.talk.close()

    # What crosses the end of its call on the way.
    link = Link(capture, 40004)
    # An answer, when the client has just given up; of the second, nothing but the status.
    call = link.call(1, GET_TRIP, [TRIP_REQUEST])
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    call = link.call(3, GET_TRIP, [TRIP_REQUEST])
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    link.say(SERVER, call.finish(4, "Deadline Exceeded"))
    # The client gives up an answer that is there.
    call = link.call(5, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    link.say(CLIENT, call.reset(CLIENT, 8, "CANCELLED"))
    # The end of a request that the server has not waited for, before and behind the reset that says so.
    call = link.call(7, UPLOAD, ["upload-locations-requests.0"], ends=False)
    link.say(SERVER, call.finish(3, "update_mask cannot be empty"))
    link.say(CLIENT, call.data(CLIENT, "upload-locations-requests.1", ends=True))
    link.say(SERVER, call.reset(SERVER, 0, "INTERNAL"))
    refused = link.call(9, UPLOAD, ["upload-locations-requests.0"], ends=False)
    link.say(SERVER, refused.finish(3, "update_mask cannot be empty"), refused.reset(SERVER, 0, "INTERNAL"))
    call = link.call(11, GET_TRIP, [TRIP_REQUEST])
    link.say(CLIENT, refused.data(CLIENT, "upload-locations-requests.1"))
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    # The client of this one says nothing more: its request ends before those of the next two, which it outlives.
    refused = link.call(13, UPLOAD, ["upload-locations-requests.0"], ends=False)
    for stream in (15, 17):
        call = link.call(stream, GET_TRIP, [TRIP_REQUEST])
        link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    link.say(SERVER, refused.reset(SERVER, 11, "RESOURCE_EXHAUSTED"))
    link.talk.close()

    # One that has enough: the call is left without an answer.
    link = Link(capture, 40003)
    call = link.call(1, GET_TRIP, [TRIP_REQUEST])
    for _ in range(3):
        link.ping(CLIENT)
    link.say(SERVER, call.response())
    link.go_away(1, 11, b"too_many_pings")
    call.go_away = (11, 1, "too_many_pings")
    call.client_status = "UNAVAILABLE"
    link.talk.close()
    capture.save("http2-ends")


def headers():
    """Header blocks: tables of changing size, CONTINUATION, pushed streams, informational answers."""
    capture = Capture()
    link = Link(capture, 40011)
    stream = iter(range(1, 1000, 2))

    def whole(*more, **options):
        call = link.call(next(stream), GET_TRIP, [TRIP_REQUEST], ("x-client", "one"), *more)
        link.say(SERVER, call.response(("x-server", "two"), *more), call.data(SERVER, TRIP_ANSWER),
                 call.finish(0, "", ("x-cost", "7"), **options))

    whole()
    whole()
    for side in (CLIENT, SERVER):
        for size in (0, 4096, 100, 65536, 4096):
            link.settings(side, size)
            whole()
            whole(("x-size", str(size)))
    # To nothing and back before the next block: it begins with two changes of size.
    for side in (CLIENT, SERVER):
        link.settings(side, 0)
        link.settings(side, 4096)
    whole()
    whole()

    # Blocks in pieces that fall anywhere, some of them empty, each frame in a packet of its own.
    long = [(f"x-long-{index}", "value " * 20 + str(index)) for index in range(6)]
    call = Call(link, next(stream))
    for piece in call.request(GET_TRIP, *long, cuts=(0, 1, 2, 50, 50, 300)):
        link.say(CLIENT, piece)
    link.say(CLIENT, call.data(CLIENT, TRIP_REQUEST, ends=True))
    for piece in call.response(*long, cuts=(3,)) + call.data(SERVER, TRIP_ANSWER):
        link.say(SERVER, piece)
    # END_STREAM is on HEADERS, the end of the stream behind the last CONTINUATION.
    for piece in call.finish(8, "quota", *[(name + "-end", value) for name, value in long], cuts=(5, 5, 100)):
        link.say(SERVER, piece)
    # The end of all that the client says, in HEADERS with CONTINUATION.
    whole(cuts=(1, 2, 3))

    # Informational answers change the table as others do.
    call = link.call(next(stream), GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.informational("100"))
    link.say(SERVER, call.informational("103", ("link", "</a>; rel=preload"), ("x-hint", "early"), cuts=(4,)))
    link.say(SERVER, call.response(("x-hint", "early")), call.data(SERVER, TRIP_ANSWER))
    link.say(SERVER, call.finish(0, "", ("link", "</a>; rel=preload")))

    # Pushed streams are no calls, but their headers enter the table.
    call = link.call(next(stream), GET_TRIP, [TRIP_REQUEST])
    pushed = [(":method", "GET"), (":scheme", "http"), (":path", "/style.css"), (":authority", "fleet.example:50051"),
              ("x-pushed", "promised")]
    link.say(SERVER, link.block(SERVER, call.stream, pushed, promised=2))
    link.say(SERVER, call.response(("x-pushed", "promised")))
    for piece in link.block(SERVER, call.stream, [*pushed, ("x-pushed", "again")], promised=4, cuts=(2, 30), pad=9):
        link.say(SERVER, piece)
    link.say(SERVER, link.block(SERVER, 2, [(":status", "200"), ("content-type", "application/grpc"), ("x-late", "one")]),
             Piece(DataFrame(2, b"body {}", flags=["END_STREAM"])), Piece(RstStreamFrame(4, error_code=7)))
    link.say(SERVER, call.data(SERVER, TRIP_ANSWER),
             call.finish(0, "", ("x-pushed", "again"), ("x-late", "one")))
    whole()
    link.talk.close()
    capture.save("http2-headers")


def frames():
    """Padding, priorities, frames and settings of unknown kinds, on three connections whose frames are mixed."""
    capture = Capture()
    links = [Link(capture, port) for port in (40021, 40022, 40023)]
    unknown = [
        Piece(AltSvcFrame(0, origin=b"fleet.example", field=b'h2=":443"')),
        extension(0x0C, 0, 0, b"\0\x05https"), extension(0x10, 0, 0, b"\0\0\0\1u=1"),
        extension(0xEF, 1, 0xFF, bytes(300)), extension(0x0A, 3, 0xFF, b""),
        Piece(SettingsFrame(0, settings={0x1A2A: 7, SettingsFrame.MAX_FRAME_SIZE: 1 << 20})),
        Piece(WindowUpdateFrame(0, window_increment=70_000)), Piece(WindowUpdateFrame(1, window_increment=1)),
        Piece(PriorityFrame(1, depends_on=3, stream_weight=7, exclusive=True)),
        Piece(PriorityFrame(77, depends_on=0, stream_weight=1)),
    ]
    turns = [[], [], []]
    for number, link in enumerate(links):
        watch, get, upload = (Call(link, stream) for stream in (1, 3, 5))
        turn = turns[number].append
        turn((CLIENT, watch.request(UPDATE, pad=[0, 1, 255][number], priority=number == 1)))
        turn((CLIENT, get.request(GET_TRIP, pad=3, priority=True, cuts=(4, 9))))
        turn((CLIENT, upload.request(UPLOAD, priority=True)))
        turn((CLIENT, unknown))
        names = [f"upload-locations-requests.{index}" for index in range(4)]
        turn((CLIENT, upload.data(CLIENT, names[0], pad=0)))
        turn((CLIENT, watch.data(CLIENT, "update-vehicle-location", pad=255, cuts=(1, 2, 5, 6))))
        turn((CLIENT, upload.data(CLIENT, names[1], pad=7, cuts=(100,))))
        turn((CLIENT, get.data(CLIENT, TRIP_REQUEST, cuts=(3, 3))))
        turn((SERVER, unknown))
        turn((SERVER, get.response(pad=20)))
        # Nothing but padding, and the end in a frame without content.
        turn((CLIENT, watch.data(CLIENT, pad=100)))
        turn((CLIENT, watch.data(CLIENT, ends=True, pad=200)))
        turn((CLIENT, get.data(CLIENT, ends=True)))
        turn((SERVER, watch.response(pad=1, cuts=(1,))))
        turn((SERVER, get.data(SERVER, TRIP_ANSWER, pad=12, cuts=(4, 5, 200))))
        turn((SERVER, watch.data(SERVER, "create-vehicle-response", pad=50)))
        turn((CLIENT, upload.data(CLIENT, names[2], pad=30)))
        turn((SERVER, get.finish(0, pad=255)))
        turn((CLIENT, upload.data(CLIENT, names[3], ends=True)))
        turn((SERVER, upload.finish(5, "no such vehicle", pad=0, cuts=(6,))))
        turn((SERVER, watch.finish(0, pad=1)))
    for number in range(max(map(len, turns))):
        for link, parts in zip(links, turns):
            side, pieces = parts[number]
            # Some frames begin and end in the middle of packets.
            link.say(side, pieces, size=[60_000, 31, 200][(number + links.index(link)) % 3])
    for link in links:
        link.talk.close()
    capture.save("http2-frames")


def edges():
    """What hardly any sender does, and every receiver has to take."""
    capture = Capture()
    link = Link(capture, 40031)
    crossed = link.call(1, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, crossed.response(), crossed.data(SERVER, TRIP_ANSWER), crossed.finish(0))
    # The status in the headers, and the end in a frame of its own.
    call = link.call(3, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.response(("grpc-status", "5"), ("grpc-message", "gone")), call.data(SERVER, ends=True))
    call.client_status = "NOT_FOUND"
    # The bit before the number of a stream.
    call = Call(link, 5)
    pieces = [*call.request(GET_TRIP), *call.data(CLIENT, TRIP_REQUEST, ends=True)]
    for piece in pieces:
        piece.data = piece.data[:5] + bytes([piece.data[5] | 0x80]) + piece.data[6:]
    link.say(CLIENT, pieces)
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    # A table of 2 MiB.
    link.settings(SERVER, 2 << 20)
    for stream in (7, 9):
        call = link.call(stream, GET_TRIP, [TRIP_REQUEST], ("x-fleet", "north"))
        link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    # A reset that has taken longer than others' calls.
    for stream in range(11, 51, 2):
        call = link.call(stream, GET_TRIP, [TRIP_REQUEST])
        link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    link.say(CLIENT, crossed.reset(CLIENT, 8, "OK"))
    link.talk.close()
    # The same ends once more, while the first packet is lost.
    count = len(capture.packets)
    link = Link(capture, 40031, numbers=(2_000_000_000, 3_000_000_000))
    del capture.packets[count]
    call = link.call(1, GET_TRIP, [TRIP_REQUEST])
    link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
    link.talk.close()
    # What a client says to a proxy first.
    connect = b"CONNECT fleet.example:50051 HTTP/1.1\r\nHost: fleet.example:50051\r\n\r\n"
    tunnel = (connect, (SERVER, b"HTTP/1.1 200 Connection established\r\n\r\n"), b"")
    # What a proxy says first: in packets of its own, the second cut, and before the client's first bytes.
    line = b"PROXY TCP4 192.0.2.1 10.0.0.2 50000 50051\r\n"
    block = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\0\2\1\x0a\0\0\2\xc3\x50\xc3\x83"
    proxied = [(line, b""), (line[:3], line[3:40], line[40:]), (block,), (block[:20], block[20:])]
    for number, openings in enumerate([tunnel, *proxied]):
        link = Link(capture, 40032 + number, *openings)
        call = link.call(1, GET_TRIP, [TRIP_REQUEST])
        link.say(SERVER, call.response(), call.data(SERVER, TRIP_ANSWER), call.finish(0))
        link.talk.close()
    capture.save("http2-edges")


if __name__ == "__main__":
    for make in (ends, headers, frames, edges):
        make()
