#if canImport(Foundation)
public import FleetErrors
public import FleetLive
public import FleetMessages
public import Foundation
public import GRPCWire
public import ProtobufSchema
public import ProtobufWire

// What Foundation shows and logs of an error: `localizedDescription`, `localizedFailureReason`,
// `localizedRecoverySuggestion`. The texts are English, as those of the errors themselves.

extension CallStatus: LocalizedError {
    /// Code and message.
    public var errorDescription: String? { description }
    /// What the error means, as far as the status tells: see ``Diagnosis/meaning``.
    public var failureReason: String? { FailedCall(self).diagnosis.meaning }
    /// The next step, for any caller: see ``Diagnosis/nextStep``.
    public var recoverySuggestion: String? { FailedCall(self).diagnosis.nextStep }
}

extension FleetFailure: LocalizedError {
    /// Code and message.
    public var errorDescription: String? { status.description }
    /// What the error means for this call: see ``Diagnosis/meaning``.
    public var failureReason: String? { diagnosis.meaning }
    /// The next step: see ``Diagnosis/nextStep``.
    public var recoverySuggestion: String? { nextStep }
}

extension FleetLiveError: LocalizedError {
    public var errorDescription: String? { "Nothing was changed and nothing was sent. \(message)" }
    public var failureReason: String? { message }
    public var recoverySuggestion: String? {
        switch code {
        case .intervalOutOfRange: "Choose an interval of 5 to 60 seconds."
        case .onlineWithoutTracking: "Enable location tracking, then set the vehicle ONLINE."
        case .fieldNotUpdatable: "Leave the field to the service, which sets it."
        case .noStopLeft: "Set the stops of the vehicle before one is reached or completed."
        case .laterStopNotNew: "Give every stop behind the first the state NEW."
        default: nil
        }
    }
}

extension WireError: LocalizedError {
    public var errorDescription: String? { "The bytes are not a message of this type. \(self)" }
    public var failureReason: String? { "At byte \(offset): \(code.explanation)." }
    public var recoverySuggestion: String? {
        "Decode the payload alone and whole: without the five bytes of a gRPC prefix, decompressed, and as the type that the "
            + "method names."
    }
}

extension FramingError: LocalizedError {
    public var errorDescription: String? { "The bytes are not a stream of gRPC messages. \(self)" }
    public var failureReason: String? { "At byte \(offset): \(code)." }
    public var recoverySuggestion: String? {
        limit == nil
            ? "Read the body from its first byte to its end, with the encoding that grpc-encoding names."
            : "Raise the limit if messages of this size are expected; otherwise the bytes are no gRPC body."
    }
}

extension MetadataError: LocalizedError {
    public var errorDescription: String? { "The value of a header cannot be read. \(self)" }
    public var failureReason: String? { "At byte \(offset) of the value: \(code)." }
    public var recoverySuggestion: String? { "Pass the value as it was received: whole, and without quotes." }
}

extension SchemaError: LocalizedError {
    public var errorDescription: String? { "The schema cannot be read. \(self)" }
    public var failureReason: String? { message }
    public var recoverySuggestion: String? {
        code == .missingImport
            ? "Load the imported file as well, or say in which folder it is."
            : "Correct \(file)\(line > 0 ? " at line \(line)" : ""); protoc has to accept the same files."
    }
}

extension MessageRegistry.UnknownTypeError: LocalizedError {
    public var errorDescription: String? { "The message cannot be decoded. \(self)" }
    public var failureReason: String? { "The type \(fullName) is not registered." }
    public var recoverySuggestion: String? {
        "Register the type, or decode the message with a schema loaded at run time."
    }
}

extension FieldMaskError: LocalizedError {
    public var errorDescription: String? { "The mask cannot be applied. \(self)" }
    public var failureReason: String? { finding?.message ?? damage?.description ?? description }
    public var recoverySuggestion: String? {
        if let suggestion = finding?.suggestion { return "Use the path \(suggestion)." }
        return finding == nil
            ? "Pass two whole messages of the type that the mask is for."
            : "Name fields of the message as its .proto file does, such as last_location.location."
    }
}

extension JSONError: LocalizedError {
    public var errorDescription: String? { "The message cannot be read from or written as JSON. \(self)" }
    public var failureReason: String? { "Kind of error: \(code)." }
    public var recoverySuggestion: String? {
        "Compare the value with the JSON mapping of its field's type (https://protobuf.dev/programming-guides/json/)."
    }
}

extension TextError: LocalizedError {
    public var errorDescription: String? { "The message cannot be read from or written as text format. \(self)" }
    public var failureReason: String? { message }
    public var recoverySuggestion: String? {
        place.map { "Correct the text at line \($0.line), column \($0.column)." }
            ?? "Pass the bytes of a message of the type that the text is written for."
    }
}
#endif
