// What `print`, a debugger and a failed expectation show of a descriptor.

extension MessageDescriptor: CustomStringConvertible { public var description: String { fullName } }

extension EnumDescriptor: CustomStringConvertible { public var description: String { fullName } }

extension ServiceDescriptor: CustomStringConvertible { public var description: String { fullName } }

extension MethodDescriptor: CustomStringConvertible { public var description: String { path } }

extension FieldDescriptor: CustomStringConvertible { public var description: String { "\(parent).\(name)" } }

extension OneofDescriptor: CustomStringConvertible { public var description: String { "\(parent).\(name)" } }
