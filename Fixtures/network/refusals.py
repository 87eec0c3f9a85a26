"""Records what clients of gRPC's libraries for Go, Java and Python, and of grpclib, do with answers that are none, and with the
end of their time.

Writes refusals.pcap, and what each client said of each call to refusals.txt. Needs the packages golang-google-grpc-dev,
libgrpc-java, libnetty-java, libperfmark-java and tcpdump of Debian 12, the Python packages grpcio, grpclib and h2, and the right
to record on the loopback interface. Ports and times differ from run to run.
"""

import asyncio
import glob
import os
import re
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

import grpc
import grpclib.client
import h2.config
import h2.connection
import h2.events

PATH = "/maps.fleetengine.v1.TripService/GetTrip"
REQUEST = bytes.fromhex("1a1c70726f7669646572732f666c6565742f74726970732f747269702d37")
# A page in place of an answer, a message above the limit of 4 MiB, RST_STREAM with STREAM_CLOSED, and no answer.
CASES = ["page", "large", "closed", "silent"]

GO = """
package main

import ("context"; "fmt"; "os"; "time"; "google.golang.org/grpc"; "google.golang.org/grpc/encoding"
    "google.golang.org/grpc/metadata"; "google.golang.org/grpc/status")

type raw struct{}

func (raw) Marshal(v interface{}) ([]byte, error) { return *v.(*[]byte), nil }
func (raw) Unmarshal(b []byte, v interface{}) error { *v.(*[]byte) = b; return nil }
func (raw) Name() string { return "proto" }

func main() {
    encoding.RegisterCodec(raw{})
    connection, _ := grpc.Dial("127.0.0.1:"+os.Args[1], grpc.WithInsecure())
    for _, name := range os.Args[3:] {
        ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(context.Background(), "x-case", name), time.Second)
        request, answer := []byte("REQUEST"), []byte{}
        err := connection.Invoke(ctx, os.Args[2], &request, &answer)
        cancel()
        fmt.Println(name, status.Code(err))
    }
}
"""

JAVA = """
import io.grpc.*;
import io.grpc.stub.*;
import java.io.*;
import java.util.*;
import java.util.concurrent.*;

public class Refusals implements MethodDescriptor.Marshaller<byte[]> {
    public InputStream stream(byte[] bytes) { return new ByteArrayInputStream(bytes); }
    public byte[] parse(InputStream stream) { return new byte[0]; }

    public static void main(String[] arguments) {
        ManagedChannel channel = ManagedChannelBuilder.forAddress("127.0.0.1", Integer.parseInt(arguments[0])).usePlaintext().build();
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY).setFullMethodName(arguments[1].substring(1))
            .setRequestMarshaller(new Refusals()).setResponseMarshaller(new Refusals()).build();
        for (String name : Arrays.asList(arguments).subList(2, arguments.length)) {
            Metadata headers = new Metadata();
            headers.put(Metadata.Key.of("x-case", Metadata.ASCII_STRING_MARSHALLER), name);
            Channel named = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
            CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);
            try {
                ClientCalls.blockingUnaryCall(named, method, options, "REQUEST".getBytes());
            } catch (StatusRuntimeException error) {
                System.out.println(name + " " + error.getStatus().getCode());
            }
        }
        System.exit(0);
    }
}
"""


def answer(connection, stream, case):
    if case == "page":
        connection.send_headers(stream, [(":status", "200"), ("content-type", "text/html")])
        connection.send_data(stream, b"<html>Sign in</html>", end_stream=True)
    elif case == "large":
        connection.send_headers(stream, [(":status", "200"), ("content-type", "application/grpc")])
        connection.send_data(stream, struct.pack(">BI", 0, 5_000_000) + bytes(1000))
    elif case == "closed":
        connection.reset_stream(stream, 5)


def serve(client):
    configuration = h2.config.H2Configuration(client_side=False, header_encoding="utf-8")
    connection = h2.connection.H2Connection(configuration)
    connection.initiate_connection()
    cases = {}
    while True:
        client.sendall(connection.data_to_send())
        data = client.recv(65536)
        if not data:
            return
        for event in connection.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                cases[event.stream_id] = dict(event.headers)["x-case"]
            elif isinstance(event, h2.events.StreamEnded):
                answer(connection, event.stream_id, cases[event.stream_id])


def accept(listener):
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


def grpcio(port):
    with grpc.insecure_channel(f"127.0.0.1:{port}", [("grpc.enable_retries", 0)]) as channel:
        method = channel.unary_unary(PATH)
        for case in CASES:
            try:
                method(REQUEST, metadata=[("x-case", case)], timeout=1)
            except grpc.RpcError as error:
                yield f"{case} {error.code().name}"


class Message(bytes):
    SerializeToString = bytes.__bytes__
    FromString = staticmethod(bytes)


async def grpclib_calls(port):
    async with grpclib.client.Channel("127.0.0.1", port) as channel:
        method = grpclib.client.UnaryUnaryMethod(channel, PATH, Message, Message)
        said = []
        for case in CASES:
            try:
                await method(Message(REQUEST), metadata={"x-case": case}, timeout=1)
            except grpclib.GRPCError as error:
                said.append(f"{case} {error.status.name}")
            except Exception as error:
                said.append(f"{case} {type(error).__name__}")
        return said


def compiled(port, folder, name):
    environment = os.environ | {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode"}
    escaped = "".join(f"\\x{byte:02x}" if name == "go" else f"\\{byte:03o}" for byte in REQUEST)
    source = (GO if name == "go" else JAVA).replace("REQUEST", escaped)
    if name == "go":
        command = ["go", "run", os.path.join(folder, "refusals.go")]
    else:
        wanted = "grpc-|guava|failureaccess|perfmark|netty|gson"
        archives = [path for path in glob.glob("/usr/share/java/*.jar") if re.search(wanted, path)]
        command = ["java", "-cp", ":".join(archives), os.path.join(folder, "Refusals.java")]
    with open(command[-1], "w") as file:
        file.write(source)
    said = subprocess.run(command + [str(port), PATH] + CASES, env=environment, stdout=subprocess.PIPE, text=True)
    return said.stdout.splitlines()


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    folder = os.path.dirname(os.path.abspath(__file__))
    capture = os.path.join(folder, "refusals.pcap")
    recorder = subprocess.Popen(
        ["tcpdump", "-i", "lo", "-U", "-w", capture, f"port {port}"], stderr=subprocess.DEVNULL)
    time.sleep(1)
    with tempfile.TemporaryDirectory() as sources:
        said = {
            "grpc-go": compiled(port, sources, "go"), "grpc-java": compiled(port, sources, "java"),
            "grpcio": list(grpcio(port)), "grpclib": asyncio.run(grpclib_calls(port)),
        }
    time.sleep(0.5)
    recorder.send_signal(signal.SIGINT)
    recorder.wait()
    with open(os.path.join(folder, "refusals.txt"), "w") as file:
        file.write("".join(f"{name} {line}\n" for name, lines in said.items() for line in lines))


if __name__ == "__main__":
    main()
