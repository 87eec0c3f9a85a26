"""Records grpc-web calls over HTTP/1.1 through mitmdump, a reverse proxy between Python's http.client and http.server.

Writes grpc-web-MAJOR.flows, named for the major version of the mitmdump on the path, with five exchanges: a call, a call as
grpc-web-text, an exchange that is no gRPC, a call whose server hangs up, and a call whose body mitmproxy passes on without
keeping it. Then untrusted-MAJOR.flows: a call to a server whose certificate mitmproxy does not trust.

    PATH=VENV/bin:$PATH python Fixtures/flows/remake.py
"""

import base64
import http.client
import http.server
import pathlib
import socket
import ssl
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
MESSAGES = HERE.parent / "captures"
PATH = "/maps.fleetengine.v1.TripService/GetTrip"


def frame(flag, data):
    return bytes([flag]) + len(data).to_bytes(4, "big") + data


REQUEST = frame(0, (MESSAGES / "get-trip-request.bin").read_bytes())
RESPONSE = frame(0, (MESSAGES / "get-trip-response-new.bin").read_bytes()) + frame(0x80, b"grpc-status: 0\r\n")
LARGE = frame(0, (MESSAGES / "list-vehicles-response-gzip.bin").read_bytes()) + frame(0x80, b"grpc-status: 0\r\n")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        wanted = self.headers["x-wanted"]
        if wanted == "hangup":
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        body, kind = RESPONSE, self.headers["content-type"]
        if wanted == "text":
            body = base64.b64encode(RESPONSE)
        elif wanted == "large":
            body = LARGE
        elif wanted == "page":
            body, kind = b"<p>hello", "text/html"
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def record(target, upstream, calls):
    """Sends calls through mitmdump, each with what it wants of the server, its content type and its body."""
    port = free_port()
    target.unlink(missing_ok=True)
    mitmdump = subprocess.Popen(
        ["mitmdump", "-q", "--mode", f"reverse:{upstream}", "--listen-host", "127.0.0.1", "-p", str(port),
         "--set", "stream_large_bodies=4k", "-w", str(target)])
    time.sleep(5)
    for wanted, kind, body in calls:
        client = http.client.HTTPConnection("127.0.0.1", port)
        client.request("POST", PATH, body, {"content-type": kind, "x-wanted": wanted})
        try:
            client.getresponse().read()
        except http.client.HTTPException:
            pass
        client.close()
        time.sleep(0.3)
    mitmdump.terminate()
    mitmdump.wait()
    print(target.name, target.stat().st_size)


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main():
    version = subprocess.run(["mitmdump", "--version"], capture_output=True, text=True, check=True).stdout
    major = version.split()[1].split(".")[0]
    web, text = "application/grpc-web+proto", "application/grpc-web-text+proto"
    record(
        HERE / f"grpc-web-{major}.flows", f"http://127.0.0.1:{serve().server_port}",
        [("call", web, REQUEST), ("text", text, base64.b64encode(REQUEST)), ("page", "text/plain", b"hello"),
         ("hangup", web, REQUEST), ("large", web, REQUEST)])
    server = serve()
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1",
             "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    record(HERE / f"untrusted-{major}.flows", f"https://127.0.0.1:{server.server_port}", [("call", web, REQUEST)])


main()
