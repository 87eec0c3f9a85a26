import ProtobufSchema
import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// Errors about input that is redacted say what is wrong and where, and quote nothing.
@Suite struct RedactedErrorTests {
    private static let redactor = Redactor(key: Array("test".utf8))

    private func error(_ text: String, from form: ConversionForm) throws -> ConversionError? {
        var converter = Converter(type: try type("maps.fleetengine.v1.Vehicle"))
        converter.redactor = Self.redactor
        return #expect(throws: ConversionError.self) {
            try converter.convert(Array(text.utf8), from: form, to: .hex)
        }
    }

    @Test(
        arguments: [
            (.json, #"{"name":"SECRET","vehicleState":"SECRETSTATE99"}"#, "1:33: "),
            (.json, #"{"name":"a","SECRETMEMBER_driver_77":1}"#, "1:13: "),
            (.json, #"{"lastLocation":{"updateTime":"SECRETtime"}}"#, "1:31: "),
            (.json, #"{"attributes":[{},{"SECRET":1}]}"#, "1:20: "),
            (.json, "{\"name\":\n SECRET}", "2:2: "), (.json, #"{"name":7,"a":"SECRET"}"#, "1:9: "),
            (.json, #"{"lastLocation":{"heading":"SECRET"}}"#, "1:28: "),
            (.json, #"{"name":"SECRET","name":"SECRET2"}"#, "1:18: "),
            (.text, "name: SECRETVALUE", "1:7: "), (.text, "SECRETFIELD: 1", "1:1: "),
            (.text, "vehicle_state: SECRETSTATE", "1:16: "),
            (.text, "last_location { update_time { seconds: SECRET } }", "1:40: "),
            (.text, "[SECRET.ext]: 1", "1:1: "),
            (.protoscope, #"1: {"abc"} SECRETWORD"#, "1:12: this word is no value"),
            (.protoscope, "1: SECRET", "1:4: this word"),
            (.protoscope, "1: 99999999999999999999999", "1:4: this word is no number"),
        ] as [(ConversionForm, String, String)])
    func tellWhereConversionFails(_ form: ConversionForm, _ text: String, _ place: String) throws {
        let message = try #require(try error(text, from: form)).message
        #expect(message.hasPrefix(place), "\(message)")
        #expect(!message.contains("SECRET") && !message.contains("999") && message.count > place.count + 10)
    }

    /// Stand-ins damage no message, whether its type is beyond doubt or only likely.
    @Test(arguments: Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 31))
    func areNotCausedByRedaction(_ message: GoldenMessage) {
        // Redaction replaces the name of a type that an `Any` holds, and an `Any` of an unknown type has no JSON.
        let holdsAny = ["google.protobuf.Any", "google.rpc.Status"].contains(message.type)
        for output in holdsAny ? [DumpOptions.Output.tree] : [.tree, .json] {
            let plain = dump(message.bytes) { $0.output = output }
            let redacted = dump(message.bytes) {
                $0.output = output
                $0.redactor = Self.redactor
            }
            #expect(redacted.isSound == plain.isSound, "\(redacted.notes)")
        }
    }

    @Test func tellWhichDocumentFails() throws {
        let message = try #require(try error("{}\n{\"SECRET\":1}\n", from: .json)).message
        #expect(message.hasPrefix("Document 2: 2:2: "))
    }

    /// The names of trailers have stand-ins, too, and what a line break puts into their place.
    @Test(arguments: [DumpOptions.Output.tree, .hex])
    func quoteNoNamesOfTrailers(_ output: DumpOptions.Output) {
        let text = "grpc-status:5\r\ngrpc-message:no\nJane Doe, 7 Main St: no\r\nx-jane: 1\r\nDoe:\r\n"
        let shown = dump(grpcFrame([]) + grpcFrame(text.utf8, flags: 0x80)) {
            $0.output = output
            $0.redactor = Self.redactor
        }.output
        #expect(shown.contains("grpc-status:5"))
        for word in ["Jane", "jane", "Doe", "doe", "Main", "main"] { #expect(!shown.contains(word), "\(shown)") }
    }

    @Test(
        arguments: [
            (#""type":"maps.fleetengine.v1.Vehicle","json":{"SECRETmember":1}"#, #""path":"""#),
            (
                #""type":"maps.fleetengine.v1.Vehicle","json":{"attributes":[{"SECRET":1}]}"#,
                #""path":"""#
            ),
            (#""type":"google.protobuf.Struct","json":{"SECRETm":1e999}"#, #""path":"""#),
            (#""type":"maps.fleetengine.v1.Vehicle","text":"SECRET: 1""#, #""path":"""#),
            (#""type":"SECRETtype","hex":"00""#, #""reason":"unknown_type""#),
            (#""type":"SECRETtype","hex":"xx""#, #""reason":"invalid_hex""#),
        ])
    func nameNothingInErrorsOfBatches(_ line: String, _ part: String) {
        var processor = BatchProcessor()
        processor.redactor = Self.redactor
        var output: [UInt8] = []
        processor.append(Array("{\(line)}\n".utf8), to: &output)
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.contains(#""error""#) && text.contains(part) && !text.contains("SECRET"), "\(text)")
    }
}
