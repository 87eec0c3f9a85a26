public import GRPCWire

extension Metadata {
    /// The headers whose name and value are known. Linear.
    public init(_ headers: HeaderBlock) {
        self.init(
            headers.compactMap { field in
                guard let name = field.name, let value = field.value else { return nil }
                return Field(name: name, value: value)
            })
    }
}
