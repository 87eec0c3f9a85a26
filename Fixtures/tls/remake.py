"""Records grpc-web calls over TLS: OpenSSL's s_client and s_server at the ends, dumpcap between them.

Writes openssl.pcapng, the key log openssl.keys, and openssl.json: for each connection in turn its name and its calls, each
as the names of the messages in ../captures; none for the connection whose cipher suite is not read. Writes also
renegotiation.pcapng: two calls over TLS 1.2, the second one behind a renegotiation; it holds its key log. Needs the commands
openssl (3.0), dumpcap, editcap and tshark, and the right to record on the loopback interface. Ports, times and keys differ
from run to run. At the end, tshark has to find every path with the same keys, and two that the server or our reader does not take.

    python Fixtures/tls/remake.py
"""

import json
import pathlib
import socket
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
MESSAGES = HERE.parent / "captures"
PATH = "/maps.fleetengine.v1.TripService/GetTrip"
REQUEST = "get-trip-request"
RESPONSES = ["get-trip-response-new", "get-trip-response-enroute", "get-trip-response-complete"]
PAUSE = 0.3


def frame(flag, data):
    return bytes([flag]) + len(data).to_bytes(4, "big") + data


def message(name):
    return frame(0, (MESSAGES / f"{name}.bin").read_bytes())


def request():
    head = (
        f"POST {PATH} HTTP/1.1\r\nhost: fleet.example.com\r\n"
        f"content-type: application/grpc-web+proto\r\ncontent-length: {len(message(REQUEST))}\r\n\r\n")
    return head.encode() + message(REQUEST)


def response(name):
    body = message(name) + frame(0x80, b"grpc-status: 0\r\n")
    head = f"HTTP/1.1 200 OK\r\ncontent-type: application/grpc-web+proto\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Recorder:
    def __init__(self, folder, keys=HERE / "openssl.keys"):
        self.folder = pathlib.Path(folder)
        self.truth = []
        self.ports = []
        self.keys = keys
        self.keys.unlink(missing_ok=True)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
             "-days", "30", "-subj", "/CN=fleet.example.com"], cwd=folder, check=True, capture_output=True)

    def server(self, *options):
        """An s_server; its standard input is what it answers."""
        port = free_port()
        self.ports.append(port)
        process = subprocess.Popen(
            ["openssl", "s_server", "-accept", str(port), "-cert", "cert.pem", "-key", "key.pem", "-alpn", "http/1.1",
             *options], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(PAUSE)
        return process, port

    def connect(self, name, server, *options, calls=1, between=(), early=False, proxy=None, readable=True):
        """A connection of an s_client.

        between: what is typed between the calls, to the client and to the server: K and k update keys.
        early: the first request is sent as early data; as "rejected" it is sent again.
        """
        process, port = server
        options = list(options)
        if early:
            (self.folder / "early").write_bytes(request())
            options += ["-early_data", "early"]
        if proxy:
            options += ["-proxy", f"127.0.0.1:{proxy}"]
        client = subprocess.Popen(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-servername", "fleet.example.com",
             "-alpn", "http/1.1", "-keylogfile", str(self.keys), *options],
            cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(PAUSE)

        def say(process, text):
            process.stdin.write(text)
            process.stdin.flush()
            time.sleep(PAUSE)

        for number in range(calls):
            if number > 0:
                for typed in between:
                    say(client, typed[0])
                    say(process, typed[1])
            if number > 0 or early is not True:
                say(client, request())
            say(process, response(RESPONSES[number % 3]))
        client.stdin.close()
        client.wait(10)
        found = [[REQUEST, RESPONSES[number % 3]] for number in range(calls)]
        self.truth.append({"name": name, "calls": found if readable else []})


def proxy(target):
    """A proxy that opens one tunnel to a port; returns its own port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def pump(source, sink):
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)

    def run():
        near, _ = listener.accept()
        head = b""
        while b"\r\n\r\n" not in head:
            head += near.recv(4096)
        far = socket.create_connection(("127.0.0.1", target))
        near.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        threading.Thread(target=pump, args=(far, near), daemon=True).start()
        pump(near, far)

    threading.Thread(target=run, daemon=True).start()
    return listener.getsockname()[1]


def record(recorder):
    for suite in ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"]:
        server = recorder.server("-tls1_3", "-ciphersuites", suite)
        recorder.connect(suite, server, calls=2)
        server[0].kill()
    for suite in [
            "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305",
            "AES128-GCM-SHA256", "DHE-RSA-AES256-GCM-SHA384"]:
        server = recorder.server("-tls1_2", "-cipher", suite)
        recorder.connect(suite, server, calls=2)
        server[0].kill()

    server = recorder.server("-tls1_3", "-groups", "P-521")
    recorder.connect("HelloRetryRequest", server, "-groups", "X25519:P-521")
    server[0].kill()

    server = recorder.server("-tls1_3")
    recorder.connect("KeyUpdate", server, calls=3, between=[(b"K\n", b"k\n")])
    server[0].kill()

    server = recorder.server("-tls1_3", "-early_data", "-max_early_data", "4096")
    recorder.connect("session", server, "-sess_out", "session.pem")
    recorder.connect("early data", server, "-sess_in", "session.pem", calls=2, early=True)
    # The server has taken the ticket once, and reads no early data with it again.
    recorder.connect("early data rejected", server, "-sess_in", "session.pem", early="rejected")
    server[0].kill()

    for name, options in [("session ticket", []), ("session ID", ["-no_ticket"])]:
        server = recorder.server("-tls1_2", *options)
        recorder.connect(name, server, "-sess_out", "session.pem")
        recorder.connect(f"resumed by {name}", server, "-sess_in", "session.pem")
        server[0].kill()

    server = recorder.server("-tls1_2")
    tunnel = proxy(server[1])
    recorder.ports.append(tunnel)
    recorder.connect("tunnel of a proxy", server, proxy=tunnel)
    server[0].kill()

    server = recorder.server("-tls1_2", "-cipher", "ECDHE-RSA-AES128-SHA256")
    recorder.connect("CBC", server, readable=False)
    server[0].kill()


def renegotiate(recorder):
    server = recorder.server("-tls1_2", "-client_renegotiation")
    recorder.connect("renegotiation", server, calls=2, between=[(b"R\n", b"")])
    server[0].kill()


def dump(folder, work, recorder):
    """What is on the loopback interface while the work is done."""
    raw = f"{folder}/raw.pcapng"
    dumpcap = subprocess.Popen(["dumpcap", "-q", "-i", "lo", "-f", "tcp", "-w", raw], stderr=subprocess.DEVNULL)
    time.sleep(1)
    work(recorder)
    time.sleep(1)
    dumpcap.terminate()
    dumpcap.wait()
    return raw


def remake_renegotiation():
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(folder, pathlib.Path(folder) / "keys")
        raw = dump(folder, renegotiate, recorder)
        chosen = f"{folder}/chosen.pcapng"
        port = f"tcp.port == {recorder.ports[0]}"
        subprocess.run(["tshark", "-r", raw, "-Y", port, "-w", chosen], check=True, stderr=subprocess.DEVNULL)
        capture = HERE / "renegotiation.pcapng"
        subprocess.run(["editcap", "--inject-secrets", f"tls,{recorder.keys}", chosen, str(capture)], check=True)


def main():
    remake_renegotiation()
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(folder)
        raw = dump(folder, record, recorder)
        # The near side of the proxy is the connection that is meant.
        ports = list(recorder.ports)
        ports.remove(ports[-3])
        chosen = " or ".join(f"tcp.port == {port}" for port in ports)
        capture = HERE / "openssl.pcapng"
        subprocess.run(["tshark", "-r", raw, "-Y", chosen, "-w", str(capture)], check=True, stderr=subprocess.DEVNULL)
    (HERE / "openssl.json").write_text(json.dumps(recorder.truth, indent=1) + "\n")
    decode = [part for port in ports for part in ("-d", f"tcp.port=={port},tls")]
    found = subprocess.run(
        ["tshark", "-r", str(capture), "-o", f"tls.keylog_file:{recorder.keys}", *decode, "-Y", "http.request",
         "-T", "fields", "-e", "http.request.uri"], check=True, capture_output=True, text=True).stdout.split()
    print(found.count(PATH), "calls by tshark,", sum(len(c["calls"]) for c in recorder.truth), "sent")


main()
