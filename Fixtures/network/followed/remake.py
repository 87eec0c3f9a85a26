"""What Wireshark saves of a followed TCP stream as raw bytes: both directions in the order in which they came.

Run with Python 3 and scapy.
"""

import pathlib

from scapy.all import IP, TCP, rdpcap

HERE = pathlib.Path(__file__).parent
FIXTURES = HERE.parent.parent


def segments(name):
    """Who sent what on the first connection, in order; the captures have no repeated segments."""
    ports = None
    for packet in rdpcap(str(FIXTURES / name)):
        if TCP not in packet:
            continue
        payload = bytes(packet[TCP].payload)
        if IP in packet:
            payload = payload[: packet[IP].len - 4 * packet[IP].ihl - 4 * packet[TCP].dataofs]
        ports = ports or {packet[TCP].sport, packet[TCP].dport}
        if payload and ports == {packet[TCP].sport, packet[TCP].dport}:
            yield packet[TCP].sport, payload


def write(name, parts):
    (HERE / name).write_bytes(b"".join(parts))


def main():
    # The first calls of grpcio with its own server.
    calls = list(segments("traffic/consumer-poll.pcapng"))[:16]
    client = calls[0][0]
    write("http2-both.bin", (part for _, part in calls))
    write("http2-server.bin", (part for port, part in calls if port != client))
    write("http2-behind.bin", (part for _, part in sorted(calls, key=lambda call: call[0] != client)))
    web = list(segments("network/grpc-web-http1.pcap"))
    write("http1-both.bin", (part for _, part in web))
    # The second response, in chunks of base64.
    server = b"".join(part for port, part in web if port == web[1][0])
    start = server.index(b"HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web-text")
    end = server.index(b"HTTP/1.1 200 OK", start + 1)
    write("http1-chunked.bin", [server[start:end]])


main()
