public import ProtobufWire

extension Schema: FieldNaming {
    public func field(_ number: Int, of message: String) -> FieldName? {
        guard let field = self.message(named: message)?.field(number: number) else { return nil }
        return FieldName(name: field.name, isRepeated: field.isRepeated, message: field.message?.fullName)
    }
}
