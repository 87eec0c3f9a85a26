import FleetWire

/// The `.proto` reader; the schema it makes can be worked with. Input: text.
func fuzzProtoFiles(_ input: Span<UInt8>) {
    let text = String(decoding: input.array, as: UTF8.self)
    do throws(SchemaError) {
        use(try Schema(files: [(name: "fuzz.proto", text: text)]), input)
    } catch {
        expect(!error.description.isEmpty, "an error without words")
    }
}

/// The reader of descriptor sets; the schema it makes can be worked with. Input: a FileDescriptorSet.
func fuzzDescriptorSets(_ input: Span<UInt8>) {
    do throws(SchemaError) {
        use(try Schema(descriptorSet: input), input)
    } catch {
        expect(!error.description.isEmpty, "an error without words")
    }
}

/// Reads the input as the first messages of a schema, whatever they are.
private func use(_ schema: Schema, _ input: Span<UInt8>) {
    for message in schema.messages.prefix(4) {
        expectEqual(schema.message(named: message.fullName), message, "\(message.fullName) is not found by its name")
        for field in message.fields {
            expectEqual(message.field(number: field.number), field, "\(field.name) is not found by its number")
        }
        guard let bytes = message.canonicalBytes(of: input) else { continue }
        expectEqual(message.canonicalBytes(of: bytes), bytes, "canonical bytes change")
        let slice = bytes[...]
        _ = try? JSONWriter().json(slice.span, as: message)
        _ = try? TextWriter().text(bytes, as: message)
    }
    for message in schema.messages.prefix(8) { _ = try? MessageScaffold(message).source() }
    for enumeration in schema.enums.prefix(8) { _ = try? MessageScaffold(enumeration).source() }
}
