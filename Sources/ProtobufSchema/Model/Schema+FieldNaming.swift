public import ProtobufWire

extension Schema: FieldNaming {
    public func field(_ number: Int, of message: String) -> (name: String, isRepeated: Bool, message: String?)? {
        self.message(named: message)?.field(number: number).map { ($0.name, $0.isRepeated, $0.message?.fullName) }
    }
}
