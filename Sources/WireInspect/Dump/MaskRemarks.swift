package import ProtobufSchema

/// Remarks about the `update_mask` of an update request.
package struct MaskRemarks {
    package private(set) var sentences: [String] = []

    /// - Parameter type: A request whose method takes a resource and a mask; any other type has no remarks.
    package init(_ bytes: ArraySlice<UInt8>, as type: MessageDescriptor) {
        let methods = type.schema.services.lazy.flatMap(\.methods).filter { $0.request == type }
        guard !bytes.isEmpty, let mask = type.field(named: "update_mask"),
            let resource = methods.compactMap(\.updatedField).first?.message
        else { return }
        var finder = MaskFinder(number: mask.number, bytes: bytes)
        WireWalker().walk(bytes.span, as: type, visitor: &finder)
        if finder.isDamaged, finder.paths.isEmpty { return }
        let findings = FieldPaths(finder.paths).findings(for: resource)
        sentences = findings.map { finding in
            if finding.code == .emptyMask {
                return
                    "update_mask is empty; the server refuses this with INVALID_ARGUMENT: update_mask cannot be empty"
            }
            return "update_mask: \(finding.message)"
        }
    }
}

/// Collects the paths of a mask at the top of a message.
private struct MaskFinder: WireVisitor {
    let number: Int
    let bytes: ArraySlice<UInt8>
    var paths: [String] = []
    var isDamaged = false

    init(number: Int, bytes: ArraySlice<UInt8>) {
        self.number = number
        self.bytes = bytes
    }

    mutating func enter(_ field: WireField) -> Bool { field.depth == 0 && field.number == number }
    mutating func field(_ field: WireField) {
        guard field.depth == 1, field.number == 1 else { return }
        paths.append(String(decoding: bytes.dropFirst(field.value.lowerBound).prefix(field.value.count), as: UTF8.self))
    }
    mutating func damage(_ damage: WireDamage) { isDamaged = true }
}
