internal import ProtobufSchema
internal import ProtobufWire

/// Does what the suite asks for: reads a message in one format and writes it in another.
///
/// Whatever the formats, the message passes through the typed value: other input becomes bytes before it, other output
/// is made of its bytes.
public enum Testee {
    public static func answer(_ request: ConformanceRequest) -> ConformanceResponse {
        guard request.messageType == TestAllTypesProto3.fullName else {
            return ConformanceResponse(.skipped("no type named “\(request.messageType)”"))
        }
        do throws(Unanswered) {
            let message = try read(request)
            return ConformanceResponse(try write(message, for: request))
        } catch {
            return ConformanceResponse(error.result)
        }
    }

    /// A result that is no message.
    private struct Unanswered: Error {
        let result: ConformanceResponse.Result
    }

    private static func read(_ request: ConformanceRequest) throws(Unanswered) -> TestAllTypesProto3 {
        let bytes =
            switch request.payload {
            case .protobuf(let bytes): bytes
            case .json(let text): try fromJSON(text, ignoringUnknown: request.testCategory == .jsonIgnoringUnknown)
            case .text(let text): try fromText(text)
            case .jspb: throw Unanswered(result: .skipped("JSPB, which is not public"))
            case nil: throw Unanswered(result: .runtimeError("the request has no payload"))
            }
        do throws(WireError) {
            return try TestAllTypesProto3(decoding: bytes)
        } catch {
            throw Unanswered(result: .parseError(error.description))
        }
    }

    private static func fromJSON(_ text: [UInt8], ignoringUnknown: Bool) throws(Unanswered) -> [UInt8] {
        var options = JSONReader.Options()
        options.ignoresUnknownMembers = ignoringUnknown
        let type = try type()
        do throws(JSONError) {
            return try JSONReader(options: options).bytes(of: text, as: type)
        } catch {
            throw Unanswered(result: .parseError(error.description))
        }
    }

    private static func fromText(_ text: [UInt8]) throws(Unanswered) -> [UInt8] {
        var options = TextReader.Options()
        options.acceptsFieldNumbers = false
        let type = try type()
        do throws(TextError) {
            return try TextReader(options: options).bytes(of: text, as: type)
        } catch {
            throw Unanswered(result: .parseError(error.description))
        }
    }

    private static func write(
        _ message: TestAllTypesProto3, for request: ConformanceRequest
    ) throws(Unanswered) -> ConformanceResponse.Result {
        switch request.requestedOutputFormat {
        case .protobuf: return .protobuf(message.encoded())
        case .json:
            let type = try type()
            do throws(JSONError) {
                return .json(try JSONWriter().json(message.encoded(), as: type))
            } catch {
                throw Unanswered(result: .serializeError(error.description))
            }
        case .text:
            var options = TextWriter.Options()
            options.printsUnknownFields = request.printUnknownFields
            let type = try type()
            do throws(TextError) {
                return .text(try TextWriter(options: options).text(message.encoded(), as: type))
            } catch {
                throw Unanswered(result: .serializeError(error.description))
            }
        default: throw Unanswered(result: .skipped("output format \(request.requestedOutputFormat.rawValue)"))
        }
    }

    private static func type() throws(Unanswered) -> MessageDescriptor {
        guard let type = ConformanceSchema.shared.message(named: TestAllTypesProto3.fullName) else {
            throw Unanswered(result: .runtimeError("the schema lacks the type"))
        }
        return type
    }
}
