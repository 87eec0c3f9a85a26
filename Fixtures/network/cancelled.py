"""Records the binary log of a client of gRPC for Go: a call that its server cancels, and one that its caller cancels.

Writes cancelled.binarylog. Needs the package golang-google-grpc-dev of Debian 12 and the Python package grpcio. Times differ from
run to run.
"""

import glob
import os
import subprocess
import tempfile
import time
from concurrent import futures

import grpc

PATH = "/maps.fleetengine.v1.TripService/GetTrip"
REQUEST = bytes.fromhex("1a1c70726f7669646572732f666c6565742f74726970732f747269702d37")

GO = """
package main

import ("context"; "os"; "time"; "google.golang.org/grpc"; "google.golang.org/grpc/binarylog"
    "google.golang.org/grpc/encoding"; "google.golang.org/grpc/metadata")

type raw struct{}

func (raw) Marshal(v interface{}) ([]byte, error) { return *v.(*[]byte), nil }
func (raw) Unmarshal(b []byte, v interface{}) error { *v.(*[]byte) = b; return nil }
func (raw) Name() string { return "proto" }

func main() {
    sink, _ := binarylog.NewTempFileSink()
    binarylog.SetSink(sink)
    encoding.RegisterCodec(raw{})
    connection, _ := grpc.Dial("127.0.0.1:"+os.Args[1], grpc.WithInsecure())
    for _, name := range []string{"server", "client"} {
        ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(context.Background(), "x-case", name))
        if name == "client" { time.AfterFunc(100*time.Millisecond, cancel) }
        request, answer := []byte("REQUEST"), []byte{}
        connection.Invoke(ctx, os.Args[2], &request, &answer)
    }
    sink.Close()
}
"""


class Canceller(grpc.GenericRpcHandler):
    def service(self, details):
        def answer(request, context):
            if dict(details.invocation_metadata)["x-case"] == "client":
                time.sleep(0.5)
            context.set_trailing_metadata((("x-reason", "maintenance"),))
            context.abort(grpc.StatusCode.CANCELLED, "the shift was closed")

        return grpc.unary_unary_rpc_method_handler(answer)


def main():
    server = grpc.server(futures.ThreadPoolExecutor(2), handlers=[Canceller()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        go = f"{folder}/main.go"
        with open(go, "w") as file:
            file.write(GO.replace("REQUEST", "".join(f"\\x{byte:02x}" for byte in REQUEST)))
        environment = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode"}
        subprocess.run(["go", "build", "-o", f"{folder}/client", go], env=environment, check=True)
        logs = {"GRPC_BINARY_LOG_FILTER": "*"}
        before = set(glob.glob("/tmp/grpcgo_binarylog_*"))
        subprocess.run([f"{folder}/client", str(port), PATH], env={**os.environ, **logs}, check=True)
        (log,) = set(glob.glob("/tmp/grpcgo_binarylog_*")) - before
    target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cancelled.binarylog")
    with open(log, "rb") as source, open(target, "wb") as file:
        file.write(source.read())
    os.remove(log)
    server.stop(0)


main()
