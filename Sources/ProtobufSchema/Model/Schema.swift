/// A set of `.proto` files, resolved and checked: the messages, enums and services that bytes are read with.
///
/// A schema never changes once it is made, and copies share their tables. Descriptors keep their schema alive. Looking
/// up a name takes one hash lookup; going from a field to its type takes one array access.
public struct Schema: Sendable {
    let pool: SchemaPool

    /// Every message, nested ones too, in order of declaration; map entries are left out.
    public var messages: [MessageDescriptor] {
        pool.messages.indices.lazy.filter { !pool.messages[$0].isMapEntry }.map { pool.descriptor($0) }
    }

    /// Every enum, nested ones too, in order of declaration.
    public var enums: [EnumDescriptor] { pool.enums.indices.map { pool.descriptor($0) } }

    /// Every service, in order of declaration.
    public var services: [ServiceDescriptor] {
        pool.services.indices.map { ServiceDescriptor(pool: pool, index: $0) }
    }

    /// The imports that were not found, each path once, and the first of the files that import it. Never the built-in
    /// `google/protobuf/descriptor.proto`.
    public var missingImports: [(path: String, importer: String)] { pool.missingImports }

    /// The message with this full name, without leading dot: `google.protobuf.Timestamp`. Map entries are found too.
    public func message(named fullName: String) -> MessageDescriptor? {
        guard case .message(let index)? = pool.symbols[fullName] else { return nil }
        return pool.descriptor(index)
    }

    /// The enum with this full name, without leading dot.
    public func enumeration(named fullName: String) -> EnumDescriptor? {
        guard case .enumeration(let index)? = pool.symbols[fullName] else { return nil }
        return pool.descriptor(index)
    }

    /// The message that a type URL names: the part after the last `/`, or the whole when there is none.
    public func message(forTypeURL url: String) -> MessageDescriptor? {
        pool.messageIndex(forTypeURL: url).map { pool.descriptor($0) }
    }

    /// The method with this gRPC path: `/package.Service/Method`; the leading `/` may be missing. A query, `?key=value`, is no
    /// part of the method's name.
    public func method(path: String) -> MethodDescriptor? {
        let path = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
        guard let index = pool.methodsByPath[path] else {
            return path.utf8.firstIndex(of: UInt8(ascii: "?")).flatMap { method(path: String(path[..<$0])) }
        }
        return MethodDescriptor(pool: pool, index: index)
    }
}

extension SchemaPool {
    func messageIndex(forTypeURL url: String) -> MessageIndex? {
        let name = url.utf8.lastIndex(of: UInt8(ascii: "/")).map { url[url.utf8.index(after: $0)...] } ?? url[...]
        guard case .message(let index)? = symbols[String(name)], !messages[index].isMapEntry else { return nil }
        return index
    }
}
