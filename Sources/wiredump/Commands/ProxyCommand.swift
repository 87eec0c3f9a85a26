import ArgumentParser

/// `wiredump proxy --to HOST:PORT`
struct ProxyCommand: LiveCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "Passes calls on to a server, and shows them as they happen.",
        discussion: """
            EXAMPLES:
              wiredump proxy --to 127.0.0.1:8080             from 127.0.0.1:8081
              wiredump proxy --to fleetengine.googleapis.com:443 --tls
              wiredump proxy --to 8080 --status failed --open
              wiredump proxy --to 8080 --record shift.pcap   to look at later

            Clients connect without TLS (h2c); --tls encrypts the connection to the
            server. Bytes are passed on as they come and nothing is changed, so the
            name that clients give to the server is the one that it sees: set the
            authority of the channel to the server's name where it looks at that.
            Calls are shown, filtered and recorded as "wiredump capture" does it; in
            the end come the findings of "wiredump doctor".

            The first Ctrl-C or SIGTERM ends it, and so does closing its terminal: new
            connections are refused, calls that are open have 5 seconds to end. The
            second ends it at once.

            What is shown and recorded is never ahead of what is passed on: when the
            output is not read, the proxy waits.

            MORE: wiredump help exit-codes
            """)

    @Option(help: ArgumentHelp("Where to listen: a port of this machine, or an address.", valueName: "[host:]port"))
    var listen = ServerAddress(port: 8081)

    @OptionGroup var server: ServerOptions
    @OptionGroup var traffic: TrafficOptions
}
