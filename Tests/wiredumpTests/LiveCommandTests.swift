import Testing

#if !Live
/// The subcommands that use the network, in a build that leaves them out.
@Suite struct AbsentCommandTests {
    @Test(arguments: [["serve"], ["proxy", "--to", "8080"], ["replay", "shift.pcap", "--to", "8080"]])
    func namesTheBuildThatHasIt(_ arguments: [String]) throws {
        let result = try Command.run(arguments)
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.notes.contains("swift build --configuration release --traits Live --product wiredump"))
    }

    @Test(arguments: ["serve", "proxy", "replay"])
    func staysInTheHelp(_ name: String) throws {
        #expect(try Command.run(["--help"]).text.contains("\n  \(name) "))
        #expect(try Command.run(["help", name]).text.contains("OPTIONS:"))
    }

    @Test(arguments: [
        ["serve", "--certificate", "a.pem"], ["serve", "--speed", "0"], ["serve", "--clock", "noon"], ["proxy"],
        ["proxy", "--to", "host:port"], ["proxy", "--to", "8080", "--trust", "a.pem"],
        ["replay", "a.pcap", "--to", "8080", "--rate", "fast"], ["serve", "--listen", "1:2:3"],
    ])
    func refusesWrongArguments(_ arguments: [String]) throws {
        #expect(try Command.run(arguments).status == 64)
    }
}
#endif
