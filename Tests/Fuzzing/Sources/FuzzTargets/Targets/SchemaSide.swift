import FleetWire

/// Writes text that says everything: by itself a group that no type knows looks like a message.
let textWriter: TextWriter = {
    var writer = TextWriter()
    writer.options.marksUnknownGroups = true
    return writer
}()

/// What works on bytes and a schema agrees with the typed messages: the same verdict, the same bytes; and what is
/// written as JSON or text can be read back. Input: type, message.
func fuzzSchemaSide(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let index = choices.byte() % messageTypes.count
    let bytes = choices.rest
    let message = descriptors[index]
    let damage = message.firstDamage(in: bytes)
    let tree = WireTree(bytes, as: message)
    expectEqual(tree.damage.isEmpty, damage == nil, "the tree of \(message.fullName) has another verdict")
    _ = WireTree(bytes, as: nil)
    _ = TreePrinter().text(bytes.array, as: message)

    let typed: [UInt8]
    do throws(WireError) {
        typed = try messageTypes[index].init(decoding: bytes).encoded()
    } catch {
        guard let damage else { fail("\(message.fullName): only the typed decoder refuses it: \(error)") }
        // The schema's reader looks into messages that are cut short, and names the innermost field.
        if error.code != .truncated {
            expectEqual(damage.offset, error.offset, "\(message.fullName): \(error) and \(damage)")
        }
        expectEqual(message.canonicalBytes(of: bytes), nil, "canonical bytes of a damaged \(message.fullName)")
        return
    }
    if let damage { fail("\(message.fullName): only the schema's reader refuses it: \(damage)") }
    expectEqual(message.canonicalBytes(of: bytes), typed, "\(message.fullName) is written differently")
    checkJSON(bytes, message)
    checkText(bytes, typed, message)
}

private func checkJSON(_ bytes: Span<UInt8>, _ message: MessageDescriptor) {
    let json: [UInt8]
    do throws(JSONError) {
        json = try JSONWriter().json(bytes, as: message)
    } catch {
        expect(error.code != .malformed, "\(message.fullName): only the JSON writer refuses it: \(error)")
        return
    }
    do throws(JSONError) {
        // Map entries are written in order of arrival and read into order, so that the bytes are what must not change.
        let read = try JSONReader().bytes(of: json, as: message)
        let slice = read[...]
        let again = try JSONReader().bytes(of: try JSONWriter().json(slice.span, as: message), as: message)
        expectEqual(again, read, "what JSON says changes")
    } catch {
        // Wire bytes may nest more deeply once the messages inside Any are one with those around them.
        if error.code == .tooDeep { return }
        fail("\(message.fullName) writes JSON it does not take: \(error)\n  \(String(decoding: json, as: UTF8.self))")
    }
}

private func checkText(_ bytes: Span<UInt8>, _ typed: [UInt8], _ message: MessageDescriptor) {
    let text: [UInt8]
    do throws(TextError) {
        text = try textWriter.text(bytes, as: message)
    } catch {
        expect(error.code != .malformed, "\(message.fullName): only the text writer refuses it: \(error)")
        return
    }
    do throws(TextError) {
        let again = try TextReader().bytes(of: text, as: message)
        let textAgain = try textWriter.text(again, as: message)
        expectEqual(
            String(decoding: textAgain, as: UTF8.self), String(decoding: text, as: UTF8.self), "the text changes")
    } catch {
        if error.code == .tooDeep { return }
        fail("\(message.fullName) writes text it does not take: \(error)\n  \(String(decoding: text, as: UTF8.self))")
    }
}
