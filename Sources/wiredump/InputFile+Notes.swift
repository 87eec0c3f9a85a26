import ArgumentParser
import Foundation
import WireInspect

extension InputFile {
    /// Opens a file, or says why it cannot be opened.
    static func open(_ path: String, _ notes: FileSink) throws -> InputFile {
        try told(path, notes) { try InputFile(path) }
    }

    /// What is there, at most a piece; empty at the end. Says why when it cannot be read.
    func nextPiece(_ notes: FileSink) throws -> [UInt8] { try Self.told(name, notes) { try readSome() } }

    /// All bytes, behind those that were read already. Says why when they cannot be read.
    func all(behind start: [UInt8] = [], _ notes: FileSink) throws -> [UInt8] {
        try Self.told(name, notes) { try readAll(behind: start) }
    }

    /// The bytes of a file that an argument names. Says why when it cannot be read.
    static func contents(_ path: String) throws -> [UInt8] {
        let notes = FileSink(.standardError)
        defer { notes.close() }
        return try open(path, notes).all(notes)
    }

    private static func told<T>(_ name: String, _ notes: FileSink, _ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch {
            notes.tell("\(name): \(reason(error))")
            throw ExitStatus.noInput
        }
    }
}
