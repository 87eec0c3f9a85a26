public import ProtobufSchema
internal import ProtobufWire

/// Does what the suite asks for: reads a message in one format and writes it in another.
///
/// Every format becomes bytes, and other output is made of bytes. `TestAllTypesProto3`, which is written as a Swift value,
/// passes through that value; messages of every other type pass through the schema alone.
public struct Testee: Sendable {
    private let schema: Schema

    /// - Parameter schema: The types that the testee answers for; requests for others are skipped.
    public init(_ schema: Schema = ConformanceSchema.shared) { self.schema = schema }

    public func answer(_ request: ConformanceRequest) -> ConformanceResponse {
        guard let type = schema.message(named: request.messageType) else {
            return ConformanceResponse(.skipped("no type named “\(request.messageType)”"))
        }
        do throws(Unanswered) {
            return ConformanceResponse(try write(try read(request, as: type), as: type, for: request))
        } catch {
            return ConformanceResponse(error.result)
        }
    }

    /// A result that is no message.
    private struct Unanswered: Error {
        let result: ConformanceResponse.Result
    }

    // MARK: - Reading

    /// The canonical bytes of the request's message.
    private func read(_ request: ConformanceRequest, as type: MessageDescriptor) throws(Unanswered) -> [UInt8] {
        let bytes =
            switch request.payload {
            case .protobuf(let bytes): bytes
            case .json(let text):
                try fromJSON(text, as: type, ignoringUnknown: request.testCategory == .jsonIgnoringUnknown)
            case .text(let text): try fromText(text, as: type)
            case .jspb: throw Unanswered(result: .skipped("JSPB, which is not public"))
            case nil: throw Unanswered(result: .runtimeError("the request has no payload"))
            }
        do throws(WireError) {
            if type.fullName == TestAllTypesProto3.fullName {
                return try TestAllTypesProto3(decoding: bytes).encoded()
            }
        } catch {
            throw Unanswered(result: .parseError(error.description))
        }
        guard let canonical = type.canonicalBytes(of: bytes) else {
            throw Unanswered(result: .parseError(type.firstDamage(in: bytes)?.description ?? "unreadable"))
        }
        return canonical
    }

    private func fromJSON(
        _ text: [UInt8], as type: MessageDescriptor, ignoringUnknown: Bool
    ) throws(Unanswered) -> [UInt8] {
        var options = JSONReader.Options()
        options.ignoresUnknownMembers = ignoringUnknown
        do throws(JSONError) {
            return try JSONReader(options: options).bytes(of: text, as: type)
        } catch {
            throw Unanswered(result: .parseError(error.description))
        }
    }

    private func fromText(_ text: [UInt8], as type: MessageDescriptor) throws(Unanswered) -> [UInt8] {
        var options = TextReader.Options()
        options.acceptsFieldNumbers = false
        options.mergesRepeatedMessages = true
        do throws(TextError) {
            return try TextReader(options: options).bytes(of: text, as: type)
        } catch {
            throw Unanswered(result: .parseError(error.description))
        }
    }

    // MARK: - Writing

    private func write(
        _ bytes: [UInt8], as type: MessageDescriptor, for request: ConformanceRequest
    ) throws(Unanswered) -> ConformanceResponse.Result {
        let slice = bytes[...]
        switch request.requestedOutputFormat {
        case .protobuf: return .protobuf(bytes)
        case .json:
            do throws(JSONError) {
                return .json(try JSONWriter().json(slice.span, as: type))
            } catch {
                throw Unanswered(result: .serializeError(error.description))
            }
        case .text:
            var options = TextWriter.Options()
            options.printsUnknownFields = request.printUnknownFields
            do throws(TextError) {
                return .text(try TextWriter(options: options).text(slice.span, as: type))
            } catch {
                throw Unanswered(result: .serializeError(error.description))
            }
        default: throw Unanswered(result: .skipped("output format \(request.requestedOutputFormat.rawValue)"))
        }
    }
}
