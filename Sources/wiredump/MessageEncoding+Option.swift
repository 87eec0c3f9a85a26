import ArgumentParser
import GRPCWire

extension MessageEncoding {
    /// The encoding that an option names; throws when there is none of that name.
    init(option name: String) throws {
        self.init(rawValue: name)
        guard Self.supported.contains(self) else {
            throw ValidationError("The encoding '\(name)' is not one of gzip, deflate, identity.")
        }
    }
}
