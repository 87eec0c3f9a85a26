import FleetWire

/// The JSON reader: what it makes is canonical, decodes, and is written as JSON that reads the same. Input: type, text.
func fuzzJSON(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let index = choices.byte() % messageTypes.count
    let message = descriptors[index]
    let bytes: [UInt8]
    do throws(JSONError) {
        bytes = try JSONReader().bytes(of: choices.rest, as: message)
    } catch {
        if let place = error.place {
            expect((0...choices.rest.count).contains(place.offset), "\(place.offset) is no offset in the text")
        }
        var lenient = JSONReader()
        lenient.options.ignoresUnknownMembers = true
        _ = try? lenient.bytes(of: choices.rest, as: message)
        return
    }
    checkCanonical(bytes, index, "JSON")
    do throws(JSONError) {
        let slice = bytes[...]
        let json = try JSONWriter().json(slice.span, as: message)
        expectEqual(try JSONReader().bytes(of: json, as: message), bytes, "\(message.fullName) changes as JSON")
    } catch {
        if error.code == .tooDeep { return }
        fail("\(message.fullName) was read from JSON and cannot be written: \(error)")
    }
}

/// The text reader, in the same way. Input: type, text.
func fuzzText(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let index = choices.byte() % messageTypes.count
    let message = descriptors[index]
    let bytes: [UInt8]
    do throws(TextError) {
        bytes = try TextReader().bytes(of: choices.rest, as: message)
    } catch {
        if let place = error.place {
            expect((0...choices.rest.count).contains(place.offset), "\(place.offset) is no offset in the text")
        }
        return
    }
    checkCanonical(bytes, index, "text")
    do throws(TextError) {
        let text = try textWriter.text(bytes, as: message)
        let again = try TextReader().bytes(of: text, as: message)
        let textAgain = try textWriter.text(again, as: message)
        expectEqual(
            String(decoding: textAgain, as: UTF8.self), String(decoding: text, as: UTF8.self),
            "\(message.fullName) changes as text")
    } catch {
        if error.code == .tooDeep { return }
        fail("\(message.fullName) was read from text and cannot be written: \(error)")
    }
}

/// What a reader makes is what the typed message writes.
private func checkCanonical(_ bytes: [UInt8], _ index: Int, _ form: String) {
    let type = messageTypes[index]
    do throws(WireError) {
        expectEqual(
            try type.init(decoding: bytes).encoded(), bytes, "\(type.fullName) from \(form) is not canonical")
    } catch {
        fail("\(type.fullName) from \(form) cannot be decoded: \(error)")
    }
}
