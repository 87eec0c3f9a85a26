import ProtobufSchema
import ProtobufWire

/// Bytes that are no whole message of their type.
struct DamageRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        message.scan.damage.map { [Self.finding($0, in: message.type)] } ?? []
    }

    static func finding(_ damage: WireDamage, in type: MessageDescriptor) -> Finding {
        let text = "\(damage.code): \(damage.code.explanation)"
        let evidence = Finding.Evidence(path: damage.path.description, offset: damage.offset, text)
        return Finding(.damagedMessage, ["type": type.name], evidence: [evidence])
    }
}
