import ArgumentParser
import FleetProtos
import Foundation
import WireInspect

/// `wiredump batch`
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Decodes and re-encodes messages: JSON lines in, JSON lines out.")

    func run() throws {}
}
