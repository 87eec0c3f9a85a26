"""Records resumption.pcapng: grpc-web calls over TLS 1.2 between GnuTLS's client and Python's server (OpenSSL), each in a
connection that resumes the session of the connection before: by a ticket first, then by a session ID.

Needs gnutls-cli, tcpdump, editcap, tshark and openssl, and the right to record on the loopback interface. GnuTLS writes no line
into its key log for a connection that resumes a session; the file holds the key log. At the end, tshark has to find both calls.

    python Fixtures/tls/resumption.py
"""

import pathlib
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
PATH = "/maps.fleetengine.v1.TripService/GetTrip"
REQUEST = (HERE.parent / "captures/get-trip-request.grpc").read_bytes()
RESPONSE = (HERE.parent / "captures/get-trip-response-new.bin").read_bytes()
BODY = b"\0" + struct.pack(">I", len(RESPONSE)) + RESPONSE + b"\x80\0\0\0\x10grpc-status: 0\r\n"
HEADERS = "content-type: application/grpc-web+proto\r\ncontent-length: "


def serve(listener):
    while True:
        try:
            connection, _ = listener.accept()
        except (ssl.SSLError, OSError):
            continue
        with connection:
            taken = b""
            while part := connection.recv(65536):
                taken += part
                if taken.endswith(REQUEST):
                    connection.sendall(f"HTTP/1.1 200 OK\r\n{HEADERS}{len(BODY)}\r\n\r\n".encode() + BODY)
            # OpenSSL forgets the session of a connection that was not shut down.
            connection.unwrap()


def server(folder, options):
    """Starts a server on a port of its own, which is returned."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.options |= options
    context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    listener = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)
    threading.Thread(target=serve, args=[listener], daemon=True).start()
    return listener.getsockname()[1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
             "-days", "30", "-subj", "/CN=fleet.example.com"], cwd=folder, check=True, capture_output=True)
        ports = [server(folder, 0), server(folder, ssl.OP_NO_TICKET)]
        recorder = subprocess.Popen(
            ["tcpdump", "-i", "lo", "-w", "packets.pcap", f"tcp port {ports[0]} or tcp port {ports[1]}"],
            cwd=folder, stderr=subprocess.PIPE)
        recorder.stderr.readline()
        for port in ports:
            client = subprocess.Popen(
                ["gnutls-cli", "--resume", "--insecure", "--port", str(port), "127.0.0.1"], cwd=folder,
                env={"SSLKEYLOGFILE": f"{folder}/keys", "PATH": "/usr/bin"}, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            time.sleep(1)
            client.stdin.write(f"POST {PATH} HTTP/1.1\r\nhost: x\r\n{HEADERS}{len(REQUEST)}\r\n\r\n".encode() + REQUEST)
            client.stdin.flush()
            time.sleep(1)
            client.stdin.close()
            client.wait()
        time.sleep(1)
        recorder.send_signal(signal.SIGINT)
        recorder.wait()
        subprocess.run(
            ["editcap", "--inject-secrets", "tls,keys", "packets.pcap", HERE / "resumption.pcapng"], cwd=folder, check=True)
        assert (pathlib.Path(folder) / "keys").read_text().count("CLIENT_RANDOM") == 2
    options = [option for port in ports for option in ("-d", f"tcp.port=={port},tls")]
    found = subprocess.run(
        ["tshark", "-r", HERE / "resumption.pcapng", *options, "-Y", "http.request.uri", "-T", "fields", "-e", "http.request.uri"],
        check=True, capture_output=True, text=True).stdout.split()
    assert found == [PATH, PATH], found


main()
