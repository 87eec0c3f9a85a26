"""Records a call on the loopback interface by a rule of the firewall, as the traffic of a single app is recorded on Android.

Writes nflog.pcap with link type NFLOG, and loopback.pcap with the same packets as the interface has them. Needs grpcio, nft,
tcpdump and the rights of root. Ports and times differ from run to run.
"""

import concurrent.futures
import os
import subprocess
import sys
import time

import grpc

REQUEST = bytes.fromhex("1a1c70726f7669646572732f666c6565742f74726970732f747269702d37")
FOLDER = os.path.dirname(os.path.abspath(__file__))


class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        return grpc.unary_unary_rpc_method_handler(lambda request, context: request)


def call():
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(8))
    server.add_generic_rpc_handlers((Handler(),))
    server.add_insecure_port("127.0.0.1:50051")
    server.start()
    with grpc.insecure_channel("127.0.0.1:50051") as channel:
        channel.unary_unary("/maps.fleetengine.v1.TripService/GetTrip")(REQUEST, timeout=3)
    server.stop(0)


def main():
    def run(*command):
        return ["ip", "netns", "exec", "nflog", *command]

    subprocess.run(["ip", "netns", "add", "nflog"], check=True)
    try:
        subprocess.run(["ip", "-n", "nflog", "link", "set", "lo", "up"], check=True)
        rules = "table inet t { chain c { type filter hook output priority 0; tcp dport 50051 log group 5; tcp sport 50051 log group 5; }; }"
        subprocess.run(run("nft", rules), check=True)
        recorders = [
            subprocess.Popen(run("tcpdump", "-i", interface, "-U", "-w", os.path.join(FOLDER, f"{name}.pcap")),
                             stderr=subprocess.DEVNULL)
            for interface, name in [("nflog:5", "nflog"), ("lo", "loopback")]]
        time.sleep(2)
        subprocess.run(run(sys.executable, __file__, "call"), check=True)
        time.sleep(2)
        for recorder in recorders:
            recorder.terminate()
            recorder.wait()
    finally:
        subprocess.run(["ip", "netns", "del", "nflog"], check=True)


if __name__ == "__main__":
    call() if len(sys.argv) > 1 else main()
