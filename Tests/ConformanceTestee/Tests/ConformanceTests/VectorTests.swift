import Conformance
import Foundation
import ProtobufSchema
import ProtobufWire
import Testing

/// The suite's recorded tests, through the testee: bytes have to be the same, JSON has to be equal.
@Suite struct VectorTests {
    @Test(arguments: try Vector.load("binary", count: 707))
    func binary(_ vector: Vector) throws { try check(vector) }

    @Test(arguments: try Vector.load("json-output", count: 319))
    func jsonOutput(_ vector: Vector) throws { try check(vector) }

    @Test(arguments: try Vector.load("json-input", count: 475))
    func jsonInput(_ vector: Vector) throws { try check(vector) }

    private static let floats = ConformanceSchema.shared.message(named: TestAllTypesProto3.fullName)?.floatNames ?? []

    private func check(_ vector: Vector) throws {
        switch (vector.expectation, Testee().answer(vector.request).result) {
        case (.parseError, .parseError(let reason)), (.serializeError, .serializeError(let reason)):
            #expect(!reason.isEmpty)
        case (.protobuf(let expected), .protobuf(let bytes)):
            if case .json = vector.payload {
                // The order of map entries is free here; encoding sorts them.
                let expected = try TestAllTypesProto3(decoding: expected).encoded()
                #expect(bytes == expected)
            } else {
                #expect(bytes == expected)
            }
        case (.json(let expected), .json(let text)):
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(text))
            #expect(value.rounding(Self.floats) == expected.rounding(Self.floats))
        case (let expected, let result):
            Issue.record("\(String(describing: result)) instead of \(expected)")
        }
    }
}
