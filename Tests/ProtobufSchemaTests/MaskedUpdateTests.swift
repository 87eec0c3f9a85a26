import ProtobufSchema
import ProtobufWire
import Testing

@Suite struct MaskedUpdateTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let type: String
        let update: String
        let target: String
        let paths: [String]
        let result: String
    }

    /// Bytes and results of `FieldMask.MergeMessage(update, target, True, True)` of protobuf 7.36.2.
    static let official = [
        Case(
            testDescription: "a scalar is replaced, what is not named stays", type: "maps.fleetengine.v1.Vehicle",
            update: "10023004", target: "0a016e1001", paths: ["vehicle_state"], result: "0a016e1002"),
        Case(
            testDescription: "unset in the update is cleared", type: "maps.fleetengine.v1.Vehicle", update: "3004",
            target: "0a016e1002", paths: ["vehicle_state"], result: "0a016e"),
        Case(
            testDescription: "a path into a message changes only what it names", type: "maps.fleetengine.v1.Vehicle",
            update: "2a180a1209000000000000f83f1100000000000000401202085a",
            target: "2a140a12090000000000001c40110000000000002040", paths: ["last_location.location.latitude"],
            result: "2a140a1209000000000000f83f110000000000002040"),
        Case(
            testDescription: "messages on the way are made", type: "maps.fleetengine.v1.Vehicle",
            update: "2a0b0a0909000000000000f83f", target: "0a016e",
            paths: ["last_location.location.latitude", "last_location.heading"],
            result: "0a016e2a0b0a0909000000000000f83f"),
        Case(
            testDescription: "packed enums are replaced whole", type: "maps.fleetengine.v1.Vehicle", update: "1a0102",
            target: "0a016e1a020102", paths: ["supported_trip_types"], result: "0a016e1a0102"),
        Case(
            testDescription: "repeated messages are cleared whole", type: "maps.fleetengine.v1.Vehicle", update: "",
            target: "42060a016112016242060a0163120164", paths: ["attributes"], result: ""),
        Case(
            testDescription: "repeated messages are replaced whole", type: "maps.fleetengine.v1.Vehicle",
            update: "420c0a016b290000000000000040", target: "42060a016b120178", paths: ["attributes"],
            result: "420c0a016b290000000000000040"),
        Case(
            testDescription: "an empty message replaces a full one", type: "maps.fleetengine.v1.Vehicle",
            update: "2a00", target: "2a0412020803", paths: ["last_location"], result: "2a00"),
        Case(
            testDescription: "two scalars", type: "maps.fleetengine.v1.Trip", update: "18055002",
            target: "0a017418015001", paths: ["trip_status", "number_of_passengers"], result: "0a017418055002"),
    ]

    @Test(arguments: official) func agreesWithTheOfficialRuntime(_ item: Case) throws {
        let message = try #require(try ProtoFolder.schema.get().message(named: item.type))
        let (update, target) = (bytes(hex: item.update), bytes(hex: item.target))
        #expect(try FieldPaths(item.paths).apply(update, onto: target, as: message) == bytes(hex: item.result))
    }

    /// Numbers that a closed enum does not have are unknown fields, which come once and last.
    @Test func unknownNumbersOfClosedEnumsStayOnce() throws {
        let proto = "enum E { A = 0; B = 1; } message M { repeated E e = 1 [packed = true]; optional int32 x = 2; }"
        let message = try #require(try Schema(files: [("closed.proto", proto)]).message(named: "M"))
        let result = try FieldPaths(["x"]).apply(bytes(hex: "1005"), onto: bytes(hex: "0a020163"), as: message)
        #expect(result == bytes(hex: "0a010110050863"))
    }

    @Test(arguments: official) func anUpdateByTheDifferenceGivesTheNewMessage(_ item: Case) throws {
        let message = try #require(try ProtoFolder.schema.get().message(named: item.type))
        let (target, result) = (bytes(hex: item.target), bytes(hex: item.result))
        let mask = try FieldPaths.difference(from: target, to: result, as: message)
        #expect(try mask.apply(result, onto: target, as: message) == result)
    }

    // Beyond the official function, which leaves the target alone where the update has no message on the way.

    static let schema = """
        syntax = "proto3";
        package t;
        message Outer {
          Inner inner = 1;
          oneof choice {
            string text = 2;
            Inner picked = 3;
          }
          map<string, int32> counts = 4;
          repeated int32 numbers = 5;
        }
        message Inner {
          int32 a = 1;
          optional int32 b = 2;
          Inner more = 3;
        }
        """

    @Test(
        arguments: [
            // update, target, mask, result
            ("", "0a0408051006", ["inner.a"], "0a021006"),
            ("", "", ["inner.a"], ""),
            ("0a00", "", ["inner.a"], "0a00"),
            ("0a021000", "0a021007", ["inner.b"], "0a021000"),
            // A oneof: naming the member that the update sets clears the other, naming the unset one does not.
            ("120178", "1a020801", ["text"], "120178"),
            ("120178", "1a020801", ["picked"], ""),
            ("1a020801", "120178", ["picked.a"], "1a020801"),
            ("", "120178", ["picked.a"], "120178"),
            ("120178", "1a020801", ["picked.a"], "1a00"),
            // Untouched bytes stay as they are: an unpacked list, a long varint, unknown fields behind.
            ("0a020802", "28012802980601", ["inner"], "0a02080228012802980601"),
            ("2a0101", "0a03088100980601", ["numbers"], "0a030881002a0101980601"),
            // The oneof's last member on the wire counts, in the target too.
            ("", "1a0208011201780a00", ["numbers"], "0a00120178"),
            // Everything.
            ("0801", "120178980601", ["*"], "980601"),
        ] as [(String, String, [String], String)])
    func appliesAsTheAPISays(update: String, target: String, paths: [String], result: String) throws {
        let message = try #require(try Schema(files: [("t.proto", Self.schema)]).message(named: "t.Outer"))
        let (update, target) = (bytes(hex: update), bytes(hex: target))
        #expect(try FieldPaths(paths).apply(update, onto: target, as: message) == bytes(hex: result))
    }

    @Test(
        arguments: [
            ("", "", []),
            ("0a020801", "0a020802", ["inner.a"]),
            ("0a020801", "", ["inner"]),
            ("", "0a00", ["inner"]),
            ("0a041a020801", "0a041a020802", ["inner.more.a"]),
            ("0a0408011002", "0a021003", ["inner.a", "inner.b"]),
            ("2a020102", "28012802", []),
            ("28012802", "28022801", ["numbers"]),
            ("22050a01611001", "22050a01611002", ["counts"]),
            ("22050a0161100122050a01621001", "22050a0162100122050a01611001", []),
            ("120178", "1a00", ["picked", "text"]),
            ("0a03980601", "0a03980602", ["inner"]),
            ("980601", "980602", []),
        ] as [(String, String, [String])])
    func findsDifferences(old: String, new: String, paths: [String]) throws {
        let message = try #require(try Schema(files: [("t.proto", Self.schema)]).message(named: "t.Outer"))
        let (old, new) = (bytes(hex: old), bytes(hex: new))
        #expect(try FieldPaths.difference(from: old, to: new, as: message).paths == paths)
    }

    @Test func refusesWhatItCannotDo() throws {
        let message = try #require(try Schema(files: [("t.proto", Self.schema)]).message(named: "t.Outer"))
        let (good, bad): ([UInt8], [UInt8]) = ([], [0x0A, 0x05])
        let path = #expect(throws: FieldMaskError.self) {
            try FieldPaths(["counts.x"]).apply(good, onto: good, as: message)
        }
        #expect(path?.code == .invalidPath && path?.finding?.code == .throughRepeated)
        let update = #expect(throws: FieldMaskError.self) {
            try FieldPaths(["inner"]).apply(bad, onto: good, as: message)
        }
        #expect(update?.code == .malformedUpdate && update?.damage?.code == .truncated)
        let target = #expect(throws: FieldMaskError.self) {
            try FieldPaths(["inner"]).apply(good, onto: bad, as: message)
        }
        #expect(target?.code == .malformedTarget)
        #expect(throws: FieldMaskError.self) {
            try FieldPaths.difference(from: good, to: bad, as: message)
        }
    }
}
