#!/usr/bin/env python3
"""Makes the files of this folder: every failed call of traffic/errors.expected.jsonl.gz in each form of error text.

    python3 -m venv .venv
    .venv/bin/pip install grpcio grpcio-status google-api-core
    .venv/bin/python Fixtures/errors/forms/remake.py [form ...]

Names of forms, such as `trailers-go`, leave all other files as they are: Google's runtime writes the entries of a map in another
order each time.

A file is one form: `made` says by what, `gives` what the form has of a status ("code", "http" for an HTTP status
in its place, "message", "details"), and `texts` maps the number of the call to the text. The texts of Python's
libraries are theirs: a server fails each call with its status, and the client's exception is printed. Those of Node are
printed by `util.inspect` and `JSON.stringify` of Node for objects with the classes and properties of grpc-js and
google-gax. All others follow the code of the library that is named.
"""

import base64
import functools
import gzip
import json
import logging
import os
import pathlib
import subprocess
import sys
import traceback
import warnings
from concurrent import futures

import grpc
from google.api_core import exceptions, grpc_helpers
from google.protobuf import any_pb2, json_format
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

FOLDER = pathlib.Path(__file__).resolve().parent
TRUTH = FOLDER.parent.parent / "traffic" / "errors.expected.jsonl.gz"
HTTP = [200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401]
GO = ("OK Canceled Unknown InvalidArgument DeadlineExceeded NotFound AlreadyExists PermissionDenied ResourceExhausted"
      " FailedPrecondition Aborted OutOfRange Unimplemented Internal Unavailable DataLoss Unauthenticated").split()
REASON = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
          429: "Too Many Requests", 499: "Client Closed Request", 500: "Internal Server Error",
          501: "Not Implemented", 503: "Service Unavailable", 504: "Gateway Timeout"}
URL = "https://fleetengine.googleapis.com/v1/providers/sample-fleet-558/vehicles/veh-91f50"


class Call:
    def __init__(self, number, truth):
        self.number, self.path = number, truth["path"]
        self.code, self.message, self.details = truth["status_code"], truth["message"], truth["details"]
        self.name, self.http = code_pb2.Code.Name(self.code), HTTP[self.code]
        self.status = status_pb2.Status(code=self.code, message=self.message)
        for detail in self.details:
            self.status.details.append(json_format.ParseDict(detail, any_pb2.Any()))
        self.bin = self.status.SerializeToString()
        self.base64 = base64.b64encode(self.bin).decode().rstrip("=")

    @property
    def percent(self):
        def plain(b): return 0x20 <= b <= 0x7E and b != 0x25
        return "".join(chr(b) if plain(b) else f"%{b:02X}" for b in self.message.encode())

    @property
    def rest(self):
        error = {"code": self.http, "message": self.message, "status": self.name}
        return {"error": error | ({"details": self.details} if self.details else {})}

    def colon(self):
        return f"{self.name}: {self.message}" if self.message else self.name


def calls():
    with gzip.open(TRUTH, "rt") as file:
        for number, line in enumerate(file, 1):
            truth = json.loads(line)
            # The reset calls have no status of their own, and one trailer is long.
            if truth["status_code"] and truth["status"] and number != 49:
                yield Call(number, truth)


CALLS = list(calls())
FORMS = {}


def form(gives, made):
    """Registers a function that writes one call in a form."""
    def register(function):
        name = function.__name__.replace("_", "-")
        texts = {str(call.number): function(call) for call in CALLS}
        FORMS[name] = {"made": made, "gives": gives.split(), "texts": {k: v for k, v in texts.items() if v is not None}}
        return function
    return register


# Python: the libraries themselves.

class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        call = next(c for c in CALLS if c.number == int(details.method.rsplit("/", 1)[1]))

        def fail(_, context):
            if call.details:
                context.set_trailing_metadata([("grpc-status-details-bin", call.bin)])
            context.abort(next(c for c in grpc.StatusCode if c.value[0] == call.code), call.message)

        return grpc.unary_unary_rpc_method_handler(fail)


logging.disable()
SERVER = grpc.server(futures.ThreadPoolExecutor(2))
SERVER.add_generic_rpc_handlers((Handler(),))
PORT = SERVER.add_insecure_port("127.0.0.1:0")
SERVER.start()
CHANNEL = grpc.insecure_channel(f"127.0.0.1:{PORT}")


def failure(call, wrapped=False):
    method = CHANNEL.unary_unary(f"/fleet/{call.number}")
    try:
        (grpc_helpers.wrap_errors(method) if wrapped else method)(b"")
    except Exception as error:
        error.trace = traceback.format_exc().replace(str(FOLDER), "/app").replace(str(pathlib.Path(grpc.__file__).parent.parent), "/app/lib")
        return error


@form("code message", "grpcio 1.85: repr(error)")
def grpcio_repr(call): return repr(failure(call))


@form("code message", "grpcio 1.85: traceback.format_exc() behind a line of logging")
def grpcio_traceback(call): return "2025-08-31 19:51:42,123 ERROR fleet: update failed\n" + failure(call).trace


@form("code message details", "grpcio 1.85: repr(error) and error.trailing_metadata()")
def grpcio_metadata(call): return f"{failure(call)}\n{failure(call).trailing_metadata()}"


@form("code message", "grpcio 1.85: error.debug_error_string()")
def grpcio_debug(call): return failure(call).debug_error_string() if call.message else None


@functools.cache
def printed(*command):
    """What a program that calls the server prints of each call, by its number."""
    numbers = [str(call.number) for call in CALLS]
    return json.loads(subprocess.run([*command, str(PORT), *numbers], capture_output=True, check=True).stdout)


OLD_PYTHON = """
import grpc, json, sys
def debug(number):
    try: grpc.insecure_channel(f"127.0.0.1:{sys.argv[1]}").unary_unary(f"/fleet/{number}")(b"")
    except grpc.RpcError as error: return error.debug_error_string()
print(json.dumps({number: debug(number) for number in sys.argv[2:]}))
"""
RUBY = """
require "grpc"; require "json"
stub, plain = GRPC::ClientStub.new("127.0.0.1:#{ARGV[0]}", :this_channel_is_insecure), :itself.to_proc
def shown; yield; rescue GRPC::BadStatus => error; "#{error.class}: #{error.message}"; end
puts ARGV.drop(1).to_h { |number| [number, shown { stub.request_response("/fleet/#{number}", "", plain, plain) }] }.to_json
"""


if "GRPCIO_1_62" in os.environ:
    @form("code message", "grpcio 1.62.3, whose Python the variable GRPCIO_1_62 names: error.debug_error_string()")
    def grpcio_debug_tree(call):
        return printed(os.environ["GRPCIO_1_62"], "-c", OLD_PYTHON)[str(call.number)]


@form("code message", "grpc 1.51 for Ruby: the class and message of the exception")
def ruby(call): return printed("/usr/bin/ruby", "-e", RUBY)[str(call.number)]


@form("code message details", "grpcio-status 1.85: rpc_status.from_call(error)")
def grpcio_status(call):
    status = rpc_status.from_call(failure(call))
    return str(status) if status else None


@form("code message details", "google-api-core 2.44: traceback.format_exc()")
def api_core_traceback(call): return failure(call, True).trace


@form("code message details", "google-api-core 2.44: the last lines of traceback.format_exc()")
def api_core_line(call):
    error = failure(call, True)
    return f"{type(error).__module__}.{type(error).__name__}: {error}"


@form("http message details", "google-api-core 2.44: str(error)")
def api_core_str(call):
    text = str(failure(call, True))
    return None if text.startswith("None") else text


@form("code message", "google-api-core 2.44: repr(error)")
def api_core_repr(call): return repr(failure(call, True))


@form("http message details", "google-api-core 2.44: str(error) of a REST client")
def api_core_rest(call):
    class Response:
        status_code, reason = call.http, REASON[call.http]
        request = type("Request", (), {"method": "GET", "url": URL})
        def json(self): return call.rest
    return f"google.api_core.exceptions.{type(exceptions.from_http_response(Response())).__name__}: " + str(
        exceptions.from_http_response(Response()))


# grpcurl and Go.

@form("code message details", "grpcurl: format.go (PrintStatus)")
def grpcurl(call):
    lines = [f"ERROR:\n  Code: {GO[call.code]}\n  Message: {call.message}\n"]
    for index, detail in enumerate(call.details, 1):
        text = json.dumps(detail, indent=2, ensure_ascii=False)
        lines.append("  Details:\n" * (index == 1) + f"  {index})\t" + text.replace("\n", "\n    \t") + "\n")
    return "".join(lines)


@form("code message details", "grpcurl -format-error: cmd/grpcurl/grpcurl.go")
def grpcurl_format_error(call):
    return "ERROR:\n" + json.dumps({"code": call.code, "message": call.message, "details": call.details}, indent=2, ensure_ascii=False) + "\n"


@form("code message", "grpc-go: internal/status/status.go (Error.Error)")
def go(call): return f"rpc error: code = {GO[call.code]} desc = {call.message}"


@form("code message", "grpc-go: status.Errorf with %v around another error, twice, in a log")
def go_chain(call):
    return (f"2025/08/31 19:51:42 main.go:17: sync: rpc error: code = Unknown desc = update vehicle veh-91f50: rpc error: "
            f"code = Internal desc = fleet: rpc error: code = {GO[call.code]} desc = {call.message}\nexit status 1")


@form("code message", "logrus: text_formatter.go")
def go_logrus(call):
    return (f'time="2025-08-31T19:51:42Z" level=error msg="update failed" error='
            + json.dumps(go(call), ensure_ascii=False).replace("\x7f", "\\x7f") + " vehicle=veh-91f50")


@form("code message", "zap: zapcore/json_encoder.go")
def go_zap(call):
    return json.dumps({"level": "error", "ts": 1756669902.1, "caller": "fleet/update.go:42", "msg": "update failed",
                       "error": "get: " + go(call)}, ensure_ascii=False)


@form("http message details", "google-api-go-client: googleapi/googleapi.go (Error.Error)")
def go_rest(call):
    text = f"googleapi: Error {call.http}: {call.message}"
    if call.details:
        text += "\nDetails:\n" + json.dumps(call.details, indent=2, ensure_ascii=False)
    return text


# Swift, C# and Dart.

@form("code message", "grpc-swift 1: Sources/GRPC/GRPCStatus.swift (GRPCStatus.description)")
def grpc_swift_1(call):
    name = call.name.lower().replace("_", " ") + (" error" if call.name == "INTERNAL" else "")
    return f"2025-08-31 19:51:42.123 Fleet[4711:77] update failed: {name} ({call.code})" + (
        f": {call.message}" if call.message else "")


@form("code message", "grpc-dotnet: src/Grpc.Core.Api/Status.cs and RpcException.cs, printed by Exception.ToString")
def dotnet(call):
    code = GO[call.code].replace("Canceled", "Cancelled")
    return (f'Grpc.Core.RpcException: Status(StatusCode="{code}", Detail="{call.message}")\n'
            "   at Google.Maps.FleetEngine.V1.VehicleServiceClientImpl.UpdateVehicle(UpdateVehicleRequest request)")


@form("code message", "grpc-dart: lib/src/shared/status.dart (GrpcError.toString)")
def dart(call):
    return (f"flutter: gRPC Error (code: {call.code}, codeName: {call.name}, message: {call.message}, details: [], "
            "rawResponse: null, trailers: {content-type: application/grpc})")


# Java and Kotlin.

FRAMES = "".join(f"\n\tat {frame}" for frame in [
    "io.grpc.stub.ClientCalls.toStatusRuntimeException(ClientCalls.java:268)",
    "io.grpc.stub.ClientCalls.blockingUnaryCall(ClientCalls.java:175)",
    "google.maps.fleetengine.v1.VehicleServiceGrpc$VehicleServiceBlockingStub.updateVehicle(VehicleServiceGrpc.java:312)",
    "com.example.Fleet.main(Fleet.java:17)"])


@form("code message", "grpc-java: StatusRuntimeException, printed by Throwable.printStackTrace")
def java(call): return f'Exception in thread "main" io.grpc.StatusRuntimeException: {call.colon()}{FRAMES}\n'


@form("code message", "grpc-java: an exception around it")
def java_cause(call):
    return (f"java.util.concurrent.ExecutionException: io.grpc.StatusRuntimeException: {call.colon()}"
            f"\n\tat java.base/java.util.concurrent.FutureTask.report(FutureTask.java:122)\n\t... 12 more"
            f"\nCaused by: io.grpc.StatusRuntimeException: {call.colon()}{FRAMES}\n\t... 3 more\n")


@form("code message details", "grpc-java: the exception, and its trailers by Metadata.toString")
def java_trailers(call):
    trailers = "content-type=application/grpc" + (f",grpc-status-details-bin={call.base64}" if call.details else "")
    return f"E: io.grpc.StatusRuntimeException: {call.colon()}\ntrailers: Metadata({trailers}){FRAMES}"


@form("code message", "grpc-java: Status.toString")
def java_status(call):
    return f"call closed: Status{{code={call.name}, description={call.message or 'null'}, cause=null}}"


@form("code message", "grpc-kotlin: StatusException, recovered by kotlinx.coroutines")
def kotlin(call):
    return (f"io.grpc.StatusException: {call.colon()}\n\tat io.grpc.kotlin.ClientCalls$rpcImpl$1$1$1.onClose(ClientCalls.kt:295)"
            f"\n\tat _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)\n\tat com.example.Fleet$poll$2.invokeSuspend(Fleet.kt:31)"
            f"\nCaused by: io.grpc.StatusException: {call.colon()}\n\t... 8 more\n")


@form("code message", "gax-java: ApiException around the exception of grpc-java")
def gax_java(call):
    kind = "".join(word.title() for word in call.name.split("_")) + "Exception"
    return (f"com.google.api.gax.rpc.{kind}: io.grpc.StatusRuntimeException: {call.colon()}"
            f"\n\tat com.google.api.gax.rpc.ApiExceptionFactory.createException(ApiExceptionFactory.java:98)"
            f"\n\tSuppressed: com.google.api.gax.rpc.AsyncTaskException: Asynchronous task failed"
            f"\n\t\tat com.google.api.gax.rpc.ApiExceptions.callAndTranslateApiException(ApiExceptions.java:57)"
            f"\nCaused by: io.grpc.StatusRuntimeException: {call.colon()}{FRAMES}\n\t... 5 more\n")


@form("code message details", "google-http-java-client: GoogleJsonResponseException")
def java_rest(call):
    body = json.dumps(call.rest["error"], indent=2, ensure_ascii=False)
    return (f"com.google.api.client.googleapis.json.GoogleJsonResponseException: {call.http} {REASON[call.http]}"
            f"\nGET {URL}\n{body}{FRAMES}\n")


# Node.

NODE = r"""
const util = require('util'), calls = JSON.parse(require('fs').readFileSync(0));
class Metadata { constructor(m) { this.internalRepr = m; this.options = {}; }
  toJSON() { return Object.fromEntries(this.internalRepr); } }
class GoogleError extends Error {}
const plain = (type, value) => { const o = new ({[type]: class {}}[type])(); return Object.assign(o, value); };
const out = {};
for (const call of calls) {
  const metadata = new Metadata(new Map([['content-type', ['application/grpc']]]));
  if (call.details.length) metadata.internalRepr.set('grpc-status-details-bin', [Buffer.from(call.base64, 'base64')]);
  const fill = (error) => {
    error.stack = `Error: ${call.code} ${call.name}: ${call.message}
    at callErrorFromStatus (/app/node_modules/@grpc/grpc-js/build/src/call.js:32:19)
    at Object.onReceiveStatus (/app/node_modules/@grpc/grpc-js/build/src/client.js:193:76)
    at process.processTicksAndRejections (node:internal/process/task_queues:77:11)
for call at
    at ServiceClientImpl.makeUnaryRequest (/app/node_modules/@grpc/grpc-js/build/src/client.js:161:32)`;
    return Object.assign(error, {code: call.code, details: call.message, metadata}); };
  const error = fill(new Error(`${call.code} ${call.name}: ${call.message}`));
  const gax = fill(new GoogleError(`${call.code} ${call.name}: ${call.message}`));
  gax.note = 'Exception occurred in retry method that was not classified as transient';
  if (call.details.length) gax.statusDetails = call.details.map(d => {
    const {'@type': type, ...rest} = d;
    if (type.endsWith('RetryInfo')) {
      const [s, n] = rest.retryDelay.slice(0, -1).split('.');
      rest.retryDelay = plain('Duration', {seconds: s, nanos: Number((n || '0').padEnd(9, '0'))});
    }
    return plain(type.split('.').pop(), rest); });
  const info = call.details.find(d => d['@type'].endsWith('ErrorInfo'));
  if (info) Object.assign(gax, {reason: info.reason, domain: info.domain, errorInfoMetadata: info.metadata});
  out[call.number] = {message: `Error: ${error.message}`, console: util.inspect(error), json: JSON.stringify(error),
    gax: util.inspect(gax, {depth: null}),
    properties: util.inspect({code: error.code, details: error.details, metadata}, {depth: 4})};
}
console.log(JSON.stringify(out));
"""
GIVEN = [{"number": c.number, "code": c.code, "name": c.name, "message": c.message, "details": c.details,
          "base64": c.base64} for c in CALLS]
INSPECTED = json.loads(subprocess.run(["node", "-e", NODE], input=json.dumps(GIVEN), capture_output=True, text=True, check=True).stdout)


@form("code message", "grpc-js: error.message")
def node_message(call): return INSPECTED[str(call.number)]["message"]


@form("code message", "grpc-js: console.error(error)")
def node_console(call): return INSPECTED[str(call.number)]["console"]


@form("code message details", "grpc-js: JSON.stringify(error)")
def node_json(call): return INSPECTED[str(call.number)]["json"]


@form("code message", "grpc-js: console.log of code, details and metadata")
def node_properties(call): return INSPECTED[str(call.number)]["properties"]


@form("code message details", "google-gax: src/googleError.ts, printed by util.inspect with depth null")
def gax_node(call): return INSPECTED[str(call.number)]["gax"]


# REST, curl, trailers.

@form("code message details", "Google's REST error: https://cloud.google.com/apis/design/errors#http_mapping")
def rest(call): return json.dumps(call.rest, indent=2, ensure_ascii=False)


@form("code message details", "Google's REST error of a method that streams")
def rest_array(call): return "[" + json.dumps(call.rest, indent=2) + "\n]\n"


@form("code message details", "curl -v: REST")
def curl_rest(call):
    return (f"*   Trying 142.250.0.95:443...\n* Connected to fleetengine.googleapis.com (142.250.0.95) port 443\n"
            f"> GET /v1/providers/sample-fleet-558/vehicles/veh-91f50 HTTP/2\n> Host: fleetengine.googleapis.com\n> accept: */*\n>\n"
            f"{{ [5 bytes data]\n< HTTP/2 {call.http} \n< vary: Origin\n< content-type: application/json; charset=UTF-8\n<\n"
            f"{{ [{len(json.dumps(call.rest))} bytes data]\n{rest(call)}\n* Connection #0 to host fleetengine.googleapis.com left intact\n")


def trailers(call, line, percent=True):
    message = call.percent if percent else call.message
    fields = [("grpc-status", str(call.code)), ("grpc-message", message)] + [("grpc-status-details-bin", call.base64)] * bool(call.details)
    return "".join(line(name, value) for name, value in fields)


@form("code message details", "curl -v: gRPC over HTTP/2")
def curl_grpc(call):
    return (f"> POST {call.path} HTTP/2\n> content-type: application/grpc\n>\n< HTTP/2 200 \n< content-type: application/grpc\n< \n"
            + trailers(call, lambda n, v: f"< {n}: {v}\n") + "* Connection #0 to host localhost left intact\n")


@form("code message details", "trailers with capitals, CRLF and padded base64, as HTTP/1 gateways write them")
def trailers_capitals(call):
    return trailers(call, lambda n, v: f"{n.title()}: {v + '=' * (-len(v) % 4 if n.endswith('bin') else 0)}\r\n")


@form("code message details", "Swift: a dictionary of trailers")
def trailers_swift(call): return "[" + trailers(call, lambda n, v: f"{json.dumps(n)}: {json.dumps(v)}, ")[:-2] + "]"


@form("code message details", "Go: metadata.MD by %v, as http.Header has it")
def trailers_go(call): return "map[" + trailers(call, lambda n, v: f"{n.title()}:[{v}] ")[:-1] + "]"


@form("code message details", "Ruby: a Hash")
def trailers_ruby(call): return "{" + trailers(call, lambda n, v: f"{json.dumps(n)}=>{json.dumps(v)}, ")[:-2] + "}"


@form("code message details", "Envoy: trailers in the debug log")
def trailers_envoy(call):
    return ("[2025-08-31 19:51:42.123][17][debug][http] [C1][S2] encoding trailers via codec:\n"
            + trailers(call, lambda n, v: f"'{n}', '{v}'\n"))


@form("code message details", "nghttp: received headers")
def trailers_nghttp(call): return trailers(call, lambda n, v: f"[  0.052] recv (stream_id=13) {n}: {v}\n")


# Apple.

def nserror(call, trailing=""):
    return (f'Error Domain=io.grpc Code={call.code} "{call.message or "(null)"}" UserInfo={{'
            + (f"NSLocalizedDescription={call.message}, " if call.message else "") + f"io.grpc.HeadersKey={{\n}}{trailing}}}")


def apple_trailers(call):
    if not call.details:
        return ""
    return f', io.grpc.TrailersKey={{\n    "grpc-status-details-bin" = {{length = {len(call.bin)}, bytes = 0x{call.bin.hex()}}};\n}}'


@form("code message details", "gRPC-ObjC: NSError of the domain io.grpc by -description")
def nserror_grpc(call): return nserror(call, apple_trailers(call))


@form("code message details", "gRPC-ObjC: the NSError below an error of the Driver SDK")
def nserror_wrapped(call):
    return ("Error Domain=com.google.geo.fleetengine.driver Code=2 \"The vehicle update failed.\" UserInfo={NSLocalizedDescription="
            f"The vehicle update failed., NSUnderlyingError=0x600000c44e70 {{{nserror(call, apple_trailers(call))}}}}}")


@form("code message details", "GTMSessionFetcher: NSError of com.google.HTTPStatus, with the body")
def nserror_gtmsession(call):
    body = json.dumps(call.rest).encode()
    return (f'Error Domain=com.google.HTTPStatus Code={call.http} "(null)" UserInfo={{data_content_type=application/json; charset=UTF-8, '
            f"data={{length = {len(body)}, bytes = 0x{body.hex()}}}}}")


@form("code message details", "os_log: a line by log stream")
def os_log(call):
    return (f"2025-08-31 19:51:42.123456+0200 0x1f3b0    Error       0x0                  4711   0    Driver: (FleetKit) [com.example.fleet:update] "
            + nserror(call, apple_trailers(call)) + "\n2025-08-31 19:51:42.223456+0200 0x1f3b0    Default     0x0                  4711   0    Driver: next update in 10 s\n")


@form("code message", "logcat -v threadtime: each line of the stack trace has the prefix")
def logcat(call):
    lines = (f"Update of the vehicle failed\nio.grpc.StatusRuntimeException: {call.colon()}{FRAMES}").split("\n")
    return "".join(f"08-31 19:51:42.123  4711  4733 E FleetDriver: {line}\n" for line in lines) + (
        "08-31 19:51:52.001  4711  4733 I FleetDriver: next update\n")


@form("code message", "logcat -v time")
def logcat_time(call):
    lines = (f"io.grpc.StatusRuntimeException: {call.colon()}{FRAMES}").split("\n")
    return "".join(f"08-31 19:51:42.123 W/FleetDriver( 4711): {line}\n" for line in lines)


# Cloud Logging.

@form("code message details", "Cloud Logging: an audit log, LogEntry.protoPayload.status")
def cloud_audit(call):
    return json.dumps({"protoPayload": {"@type": "type.googleapis.com/google.cloud.audit.AuditLog", "status": {
        "code": call.code, "message": call.message, "details": call.details}, "serviceName": "fleetengine.googleapis.com",
        "methodName": call.path[1:]}, "insertId": "1x2y3z", "severity": "ERROR",
        "logName": "projects/sample-fleet-558/logs/cloudaudit.googleapis.com%2Fdata_access"}, indent=2, ensure_ascii=False)


@form("code message", "Fleet Engine's log: https://developers.google.com/maps/documentation/mobility/operations/cloud-logging/log-structure")
def cloud_fleet_engine(call):
    return json.dumps([{"insertId": "c6b85fbc927343fc8a85338c57a65733", "jsonPayload": {
        "errorResponse": {"httpStatusCode": call.http, "code": call.name, "message": call.message},
        "request": {"header": {}, "vehicleId": "veh-91f50"},
        "@type": f"type.googleapis.com/{call.path.split('/')[1].rsplit('.', 1)[0]}.{call.path.split('/')[2]}Log"},
        "resource": {"type": "fleetengine.googleapis.com/Fleet", "labels": {"resource_container": "sample-fleet-558"}},
        "timestamp": "2025-08-31T19:51:42Z", "severity": "ERROR"}], indent=2, ensure_ascii=False)


@form("code message", "Cloud Logging: a stack trace that a container wrote, as textPayload")
def cloud_text(call):
    return json.dumps({"textPayload": f"io.grpc.StatusRuntimeException: {call.colon()}{FRAMES}", "severity": "ERROR",
                       "resource": {"type": "k8s_container"}}, ensure_ascii=False)


for name, content in FORMS.items():
    if sys.argv[1:] and name not in sys.argv[1:]:
        continue
    (FOLDER / f"{name}.json").write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
print(f"{len(FORMS)} forms, {sum(len(f['texts']) for f in FORMS.values())} texts")
SERVER.stop(None)
