"""Records TLS handshakes that fail, on the loopback interface, between clients and servers that other people have written.

Writes handshakes.pcapng, which holds the key log of its last connection. The connections in turn: OpenSSL's client at a gRPC
server without TLS; a gRPC client without TLS at a gRPC server with it; OpenSSL's client, which does not know the issuer of
OpenSSL's server, over TLS 1.2; a client of TLS 1.2 at a server of TLS 1.3; again a client that does not know the issuer, over
TLS 1.3; a gRPC client at nginx, which speaks HTTP/1 there; and curl with HTTP/1 at the gRPC server. Needs the commands openssl
(3.0), nginx, curl, dumpcap, editcap and tshark, the Python package grpcio, and the right to record. At the end, tshark has to
find the alerts that the test expects, and the client of gRPC has to say what it met.

    python Fixtures/tls/handshakes.py
"""

import concurrent.futures
import pathlib
import socket
import subprocess
import tempfile
import time

import grpc

HERE = pathlib.Path(__file__).parent
UNARY = "/maps.fleetengine.v1.TripService/GetTrip"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        key, certificate, keys = folder / "key.pem", folder / "certificate.pem", folder / "keys"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9",
             "-subj", "/CN=fleet.example.com", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        plain, encrypted = (grpc.server(concurrent.futures.ThreadPoolExecutor(1)) for _ in range(2))
        ports = [plain.add_insecure_port("127.0.0.1:0"), encrypted.add_secure_port(
            "127.0.0.1:0", grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())]))]
        plain.start(), encrypted.start()
        servers = []
        for version in ("-tls1_2", "-tls1_3"):
            ports.append(free_port())
            servers.append(subprocess.Popen(
                ["openssl", "s_server", "-quiet", version, "-accept", str(ports[-1]), "-key", key, "-cert", certificate],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        ports.append(free_port())
        configuration = folder / "nginx.conf"
        configuration.write_text(
            f"daemon off; pid {folder}/pid; events {{}} http {{ access_log off; client_body_temp_path {folder}/bodies; "
            f"server {{ listen 127.0.0.1:{ports[-1]}; }} }}")
        servers.append(subprocess.Popen(["nginx", "-e", "/dev/null", "-c", configuration]))
        recorded = folder / "recorded.pcapng"
        recorder = subprocess.Popen(
            ["dumpcap", "-q", "-i", "lo", "-w", recorded, "-f", " or ".join(f"tcp port {port}" for port in ports)],
            stderr=subprocess.DEVNULL)
        time.sleep(2)

        def client(port, *arguments):
            subprocess.run(
                ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-servername", "fleet.example.com",
                 "-verify_return_error", *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=10)

        client(ports[0], "-alpn", "h2")
        with grpc.insecure_channel(f"127.0.0.1:{ports[1]}") as channel:
            try:
                channel.unary_unary(UNARY)(b"", timeout=0.5)
            except grpc.RpcError as error:
                print(error.code())
        client(ports[2], "-tls1_2")
        client(ports[3], "-tls1_2")
        client(ports[3], "-tls1_3", "-keylogfile", keys)
        with grpc.insecure_channel(f"127.0.0.1:{ports[4]}") as channel:
            try:
                channel.unary_unary(UNARY)(b"", timeout=0.5)
            except grpc.RpcError as error:
                print(error.details())
                assert "http1.x server" in error.details()
        subprocess.run(
            ["curl", "-s", "--http1.1", "--max-time", "1", "-H", "content-type: application/json", "-d", "{}",
             f"http://127.0.0.1:{ports[0]}/v1/providers/sample/trips"], check=False)
        time.sleep(1)
        recorder.terminate()
        recorder.wait()
        for server in servers:
            server.terminate()
        file = HERE / "handshakes.pcapng"
        subprocess.run(["editcap", "--inject-secrets", f"tls,{keys}", recorded, file], check=True)
        decoding = [argument for port in ports for argument in ("-d", f"tcp.port=={port},tls")]
        alerts = subprocess.run(
            ["tshark", "-r", file, *decoding, "-Y", "tls.alert_message.desc", "-T", "fields", "-e", "tcp.dstport",
             "-e", "tls.alert_message.desc"], check=True, capture_output=True, text=True).stdout
        print(alerts)
        assert f"{ports[2]}\t48\n" in alerts and "\t70\n" in alerts and f"{ports[3]}\t48\n" in alerts


main()
