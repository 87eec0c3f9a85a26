"""Records connections that end under a call, with Google's client and server for Python, tcpdump and a relay between them.

Writes connection-ends.pcap, and what the client said of each call to connection-ends.txt. Needs grpcio and the right to
record on the loopback interface. Ports and times differ from run to run.
"""

import concurrent.futures
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

import grpc

PATH = "/maps.fleetengine.v1.TripService/GetTrip"
REQUEST = bytes.fromhex("1a1c70726f7669646572732f666c6565742f74726970732f747269702d37")


def serve():
    class Handler(grpc.GenericRpcHandler):
        def service(self, details):
            def answer(request, context):
                if len(request) > len(REQUEST):
                    time.sleep(20)
                return request

            return grpc.unary_unary_rpc_method_handler(answer)

    server = grpc.server(concurrent.futures.ThreadPoolExecutor(8))
    server.add_generic_rpc_handlers((Handler(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port


class Relay:
    """Passes on one connection, until it is told to end it."""

    def __init__(self, target):
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen()
        self.port = self.listener.getsockname()[1]
        self.target = target
        self.order = None
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        client, _ = self.listener.accept()
        server = socket.create_connection(("127.0.0.1", self.target))
        other = {client: server, server: client}
        while self.order is None:
            for source in select.select([client, server], [], [], 0.05)[0]:
                data = source.recv(65536)
                if not data:
                    self.order = "close"
                    break
                other[source].sendall(data)
        if self.order == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        server.close()


def call(port):
    """A call that is answered, and one that is not."""
    with grpc.insecure_channel(f"127.0.0.1:{port}", [("grpc.enable_retries", 0)]) as channel:
        method = channel.unary_unary(PATH)
        method(REQUEST, timeout=10)
        print("answered", flush=True)
        try:
            method(REQUEST + b"\x40\x01", timeout=10)
        except grpc.RpcError as error:
            print(error.code().name, error.details().split(":")[-1].strip(), flush=True)


def main():
    server, target = serve()
    relays = [Relay(target) for _ in range(3)]
    ports = " or ".join(f"port {relay.port}" for relay in relays)
    folder = os.path.dirname(os.path.abspath(__file__))
    capture = os.path.join(folder, "connection-ends.pcap")
    recorder = subprocess.Popen(["tcpdump", "-i", "lo", "-U", "-w", capture, ports], stderr=subprocess.DEVNULL)
    time.sleep(1)
    said = []
    for relay, end in zip(relays, ["reset", "close", "kill"]):
        client = subprocess.Popen(
            [sys.executable, __file__, str(relay.port)], stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
        client.stdout.readline()
        time.sleep(0.5)
        if end == "kill":
            client.send_signal(signal.SIGKILL)
        else:
            relay.order = end
        said.append(f"{end}: {client.communicate()[0].strip() or 'nothing'}")
    time.sleep(0.5)
    recorder.send_signal(signal.SIGINT)
    recorder.wait()
    server.stop(0)
    with open(os.path.join(folder, "connection-ends.txt"), "w") as file:
        file.write("\n".join(said) + "\n")


if __name__ == "__main__":
    call(int(sys.argv[1])) if len(sys.argv) > 1 else main()
