internal import FleetMessages
package import ProtobufSchema
internal import ProtobufWire

/// Remarks about the `update_mask` of an update request.
package enum MaskRemarks {
    /// The remarks on the mask in the bytes of a request, a sentence each.
    ///
    /// - Parameter type: A request whose method takes a resource and a mask; any other type has no remarks.
    package static func sentences(on bytes: ArraySlice<UInt8>, as type: MessageDescriptor) -> [String] {
        guard !bytes.isEmpty, let mask = type.field(named: "update_mask"),
            let resource = type.methods.lazy.compactMap(\.updatedField).first?.message
        else { return [] }
        let bytes = Array(bytes)
        // A mask that comes in several parts has the paths of all of them.
        var merged: FieldMask? = FieldMask()
        mask.forEachValue(in: bytes) { range in
            do { try merged?.merge(decoding: Array(bytes[range])) } catch { merged = nil }
        }
        guard let value = merged else { return [] }
        if value.paths.isEmpty, type.firstDamage(in: bytes) != nil { return [] }
        return FieldPaths(value.paths).findings(for: resource).map { finding in
            finding.code == .emptyMask
                ? "update_mask is empty; the server refuses this with INVALID_ARGUMENT: update_mask cannot be empty"
                : "update_mask: \(finding.message)"
        }
    }
}
