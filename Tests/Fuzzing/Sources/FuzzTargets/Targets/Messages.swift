import FleetWire

/// Every message type of the API by name; the first byte of many inputs chooses one.
let messageTypes = MessageRegistry.fleetEngine.types

/// The same types, as the schema has them.
let descriptors: [MessageDescriptor] = messageTypes.map { type in
    guard let descriptor = FleetSchema.shared.message(named: type.fullName) else {
        fail("\(type.fullName) is not in the schema")
    }
    return descriptor
}

/// Every decoder: what is written can be read and is written the same again. Input: type, message.
func fuzzMessages(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let type = choices.one(of: messageTypes)
    roundTrip(type, choices.rest)
}

private func roundTrip<M: Message>(_ type: M.Type, _ bytes: Span<UInt8>) {
    let message: M
    do throws(WireError) {
        message = try M(decoding: bytes)
    } catch {
        expect((0...bytes.count).contains(error.offset), "\(error.offset) is no offset in \(bytes.count) bytes")
        expect(!error.description.isEmpty, "an error without words")
        return
    }
    let encoded = message.encoded()
    let slice = encoded[...]
    do throws(WireError) {
        let again = try M(decoding: slice.span)
        expectEqual(again.encoded(), encoded, "\(M.fullName) changes on the second round")
        // With a NaN in it a message is not even equal to its twin.
        if message == (try M(decoding: bytes)) {
            expect(again == message, "\(M.fullName) is not the value that was written")
            expectEqual(again.hashValue, message.hashValue, "equal values of \(M.fullName) with two hash values")
        }
    } catch {
        fail("\(M.fullName) writes what it cannot read: \(error)")
    }
    var writer = Writer(capacity: 0)
    writer.encode(message)
    writer.removeAll()
    writer.encode(message)
    expectEqual(writer.bytes, encoded, "\(M.fullName) is written differently into a writer that was used before")
}

/// Two messages joined are the second merged into the first. Input: type, length of the first, both.
///
/// Source: https://protobuf.dev/programming-guides/encoding/#last-one-wins
func fuzzMerging(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let type = choices.one(of: messageTypes)
    let share = choices.byte()
    merge(type, choices.rest, at: min(share, choices.rest.count))
}

private func merge<M: Message>(_ type: M.Type, _ bytes: Span<UInt8>, at middle: Int) {
    guard var merged = try? M(decoding: bytes.extracting(first: middle)),
        let second = try? M(decoding: bytes.extracting(droppingFirst: middle))
    else { return }
    do throws(WireError) {
        let joined = try M(decoding: bytes)
        try merged.merge(decoding: bytes.extracting(droppingFirst: middle))
        expectEqual(merged.encoded(), joined.encoded(), "\(M.fullName) merges otherwise than the bytes joined")
        try merged.merge(decoding: second.encoded())
    } catch {
        fail("\(M.fullName) cannot be merged: \(error)")
    }
}
