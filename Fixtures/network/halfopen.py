"""Records calls of a phone that loses the network for a while, at both ends, with Google's client and server for Python.

Client and server stand in network namespaces of their own. What passes between them goes through here, and for a while
nothing does: the client gives the connection up, of which the server does not hear, and repeats the call on another one.
Writes half-open-client.pcap and half-open-server.pcap, and what the client said of each call to half-open.txt.

In unheard-client.pcap the network does not come back before the time of the second call is up: TCP repeats the request, and
never sends the RST_STREAM behind it. Needs grpcio, iproute2, tcpdump and the rights of root. Ports and times differ from run
to run.
"""

import concurrent.futures
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import time

import grpc

PATH = "/maps.fleetengine.v1.TripService/GetTrip"
REQUEST = bytes.fromhex("1a1c70726f7669646572732f666c6565742f74726970732f747269702d37")
SLOW = REQUEST + b"\x40\x01"
FOLDER = os.path.dirname(os.path.abspath(__file__))
# Seconds from the first call, from when on and until when nothing passes.
SILENCES = {"half-open": (1, 3.5), "unheard": (1, 60)}


class Handler(grpc.GenericRpcHandler):
    """Answers with the request, and the first slow one late."""

    delays = {SLOW: 4}

    def service(self, details):
        def answer(request, context):
            time.sleep(self.delays.pop(request, 0))
            return request

        return grpc.unary_unary_rpc_method_handler(answer)


def serve():
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(8))
    server.add_generic_rpc_handlers((Handler(),))
    server.add_insecure_port("10.9.8.1:50051")
    server.start()
    server.wait_for_termination()


def call():
    """A call that is answered, one whose answer comes too late, and that again."""
    options = {"keepalive_time_ms": 1000, "keepalive_timeout_ms": 500, "enable_retries": 0, "max_reconnect_backoff_ms": 500}
    with grpc.insecure_channel("10.9.8.1:50051", [(f"grpc.{name}", value) for name, value in options.items()]) as channel:
        method = channel.unary_unary(PATH)
        for request in [REQUEST, SLOW, SLOW]:
            try:
                method(request, timeout=10, wait_for_ready=True)
                print("OK", flush=True)
            except grpc.RpcError as error:
                print(error.code().name, flush=True)
        time.sleep(2)


def call_unheard():
    """A call that is answered, and one that is not."""
    with grpc.insecure_channel("10.9.8.1:50051", [("grpc.enable_retries", 0)]) as channel:
        for pause in [1.3, 4]:
            try:
                channel.unary_unary(PATH)(REQUEST, timeout=2)
                print("OK", flush=True)
            except grpc.RpcError as error:
                print(error.code().name, flush=True)
            time.sleep(pause)


def record(name):
    tunnels, processes = [], []
    silence = SILENCES[name]

    def run(end, *command):
        process = subprocess.Popen(["ip", "netns", "exec", end, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        processes.append(process)
        return process

    for number, end in enumerate(["server", "client"], 1):
        tunnel = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(tunnel, 0x400454CA, struct.pack("16sH", end.encode(), 0x1001))
        tunnels.append(tunnel)
        for command in [f"netns add {end}", f"link set {end} netns {end}", f"-n {end} link set {end} up",
                        f"-n {end} addr add 10.9.8.{number}/24 dev {end}"]:
            subprocess.run(["ip", *command.split()], check=True)
        run(end, "tcpdump", "-i", end, "-U", "-w", os.path.join(FOLDER, f"{name}-{end}.pcap"), "tcp")
    run("server", sys.executable, __file__, "serve")
    time.sleep(2)
    client = run("client", sys.executable, __file__, name)
    start = None
    while client.poll() is None:
        for tunnel in select.select(tunnels, [], [], 0.1)[0]:
            packet = os.read(tunnel, 65536)
            if packet[0] >> 4 == 4:
                start = start or time.time()
                if not silence[0] < time.time() - start < silence[1]:
                    os.write(tunnels[1 - tunnels.index(tunnel)], packet)
    with open(os.path.join(FOLDER, f"{name}.txt"), "wb") as file:
        file.write(client.stdout.read())
    for process in processes:
        process.send_signal(signal.SIGINT)
    time.sleep(1)
    for end in ["server", "client"]:
        subprocess.run(["ip", "netns", "del", end], check=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        {"serve": serve, "half-open": call, "unheard": call_unheard}[sys.argv[1]]()
    else:
        for name in SILENCES:
            record(name)
