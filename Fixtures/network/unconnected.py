"""Records clients that reach no server, on the loopback interface: nobody listens on the port, and nobody answers.

Writes unconnected.pcap, and prints what Google's client for Python says of both. Needs grpcio, dumpcap and the right to record.
"""

import pathlib
import socket
import subprocess
import time

import grpc


def listener(backlog=None):
    result = socket.socket()
    result.bind(("127.0.0.1", 0))
    if backlog is not None:
        result.listen(backlog)
    return result, result.getsockname()[1]


closed, refusing = listener()
# Linux drops what asks for a connection while as many wait as may.
full, silent = listener(0)
waiting = socket.create_connection(("127.0.0.1", silent))
recorder = subprocess.Popen(
    ["dumpcap", "-q", "-P", "-i", "lo", "-w", pathlib.Path(__file__).with_name("unconnected.pcap"), "-f",
     f"tcp port {refusing} or tcp port {silent}"], stderr=subprocess.DEVNULL)
time.sleep(2)
for port in (refusing, silent):
    options = [("grpc.enable_retries", 0), ("grpc.initial_reconnect_backoff_ms", 5000)]
    with grpc.insecure_channel(f"127.0.0.1:{port}", options) as channel:
        try:
            channel.unary_unary("/maps.fleetengine.v1.TripService/GetTrip")(b"", timeout=3)
        except grpc.RpcError as error:
            print(error.code().name, error.details())
time.sleep(1)
recorder.terminate()
recorder.wait()
