internal import ByteText

/// `0x0a`
package func hexByte(_ byte: UInt8) -> String { "0x" + String(hex: CollectionOfOne(byte)) }
