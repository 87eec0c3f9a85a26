import ProtobufSchema
import ProtobufWire

/// The bytes are no such message.
struct DamageRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        guard let damage = message.scan.damage else { return [] }
        return [Self.finding(damage, in: message.type)]
    }

    static func finding(_ damage: WireDamage, in type: MessageDescriptor) -> Finding {
        Finding(
            "damaged_message", .error, "The bytes are no whole \(type.name).",
            remedy: "Look at the bytes with \"wiredump\": it names the probable cause.",
            evidence: [
                Finding.Evidence(
                    path: damage.path.description, offset: damage.offset, "\(damage.code): \(damage.code.explanation)")
            ])
    }
}
