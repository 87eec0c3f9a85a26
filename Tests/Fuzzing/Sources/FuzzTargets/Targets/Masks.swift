import FleetWire

/// Field masks. Input: type, length of the paths, length of the old message, paths, old message, new message.
func fuzzMasks(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let message = choices.one(of: descriptors)
    let lengths = (choices.byte(), choices.byte())
    let text = choices.rest.extracting(first: min(lengths.0, choices.rest.count))
    let both = choices.rest.extracting(droppingFirst: text.count)
    let old = both.extracting(first: min(lengths.1, both.count))
    let new = both.extracting(droppingFirst: old.count)

    let mask = FieldPaths(text: String(decoding: text.array, as: UTF8.self), for: message)
    _ = mask.findings(for: message)
    checkSets(mask, message)
    _ = try? mask.apply(new, onto: old, as: message)

    guard let difference = try? FieldPaths.difference(from: old, to: new, as: message) else { return }
    do throws(FieldMaskError) {
        let updated = try difference.apply(new, onto: old, as: message)[...]
        let rest = try FieldPaths.difference(from: updated.span, to: new, as: message)
        expect(rest.isEmpty, "\(message.fullName): after an update of \(difference), \(rest) still differ")
    } catch {
        fail("\(message.fullName): its difference \(difference) cannot be applied: \(error)")
    }
}

private func checkSets(_ mask: FieldPaths, _ message: MessageDescriptor) {
    let canonical = mask.canonical
    expectEqual(canonical.canonical, canonical, "canonical changes")
    for path in mask.paths { expect(canonical.covers(path), "\(path) is lost in \(canonical)") }
    expectEqual(mask.union(mask), canonical, "union with itself")
    expectEqual(mask.intersection(mask), canonical, "intersection with itself")
    expect(mask.subtracting(mask, for: message).isEmpty, "\(mask) without itself")
}
