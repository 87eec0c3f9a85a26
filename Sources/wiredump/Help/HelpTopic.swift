import WireInspect

/// A subject of `wiredump help TOPIC`: what several commands have in common, or what is too long for the help of one.
struct HelpTopic {
    let name: String
    /// What the topic is about, in a few words.
    let abstract: String
    let text: String

    /// The topic that the arguments `help TOPIC` ask for; `nil` for any other arguments.
    static func topic(askedForBy arguments: [String]) -> HelpTopic? {
        guard arguments.count == 2, arguments[0] == "help" else { return nil }
        return all.first { $0.name == arguments[1] }
    }

    static let all = [
        input, output, forms, captures, redaction, schemas, completions,
        Self(name: "exit-codes", abstract: "The exit codes of all commands.", text: ExitStatus.explanation),
    ]

    private static let input = Self(
        name: "input", abstract: "What is recognized in files and in pasted text.",
        text: """
            Layers are removed in any nesting: gRPC frames (one or several, gzip and
            zlib), HTTP/2 frames, one packet, whole gzip and zlib data, base64
            and base64url text, hex text (plain, spaced, 0x..; dumps of xxd, hexdump,
            od, Wireshark, tcpdump, gdb; NSData), escaped strings, arrays of numbers;
            also within a log line, a declaration, quotes, JSON, a fenced block, UTF-16,
            behind the head of an HTTP message.

            What is left is a message, or one in each line; also one that is written out
            in ProtoJSON or text format. Its type is the one, of all that "wiredump
            types" lists, that explains the bytes best; other likely types are shown
            with their share. A type with less than even odds is named as a candidate
            only: --type says which one it is. Where bytes can be read in two ways, the
            better one is shown and the other one named.
            """)

    private static let output = Self(
        name: "output", abstract: "How messages are shown.",
        text: """
            Each field has its number, name, type and value. Long lists and strings are
            shortened, which is always said; --all shows everything. Unknown fields have
            their likeliest reading and their place. Damaged input is printed as far as
            it can be read; what is wrong, where, and the probable cause go to standard
            error. Updates end with notes about an update_mask that is empty or names
            what cannot be updated.

            On a terminal, tables shrink to its width, or that of COLUMNS: messages and
            names of methods are cut first, then whole columns are left out. Numbers and
            times are never cut, and take some 70 columns; nothing is cut in a pipe or a
            file. --json prints the official JSON mapping of messages.
            """)

    private static let forms = Self(
        name: "forms", abstract: "The forms that convert reads and writes; protoscope.",
        text: """
            FORMS OF "wiredump convert":
              binary      one message's bytes
              hex         digits, a message in a line
              base64      a message in a line
              frame       length-prefixed messages, compressed or not
              json        the official mapping
              text        protobuf text format, one message
              protoscope  one message's bytes as text, unknown and damaged ones as well

            Without --from, form and type are found as for "wiredump FILE"; --type names
            the type where it is not certain. Between binary, hex, base64, frame and
            protoscope the bytes of a message stay as they are. JSON leaves out fields
            that the type does not know; text keeps them.

            Hex and base64 may stand among other text, as in logs. The messages of
            several files, and several of one text, are converted in their order;
            binary, text and protoscope, which hold one, are refused then. JSON may be
            several documents, one behind another or in an array; it is written with a
            document in a line.

            Of what cannot be converted nothing is written. Output of more than a
            megabyte is written while it is made: where it ends early, standard error
            says that it is incomplete, and the exit code is 1.

            PROTOSCOPE (https://github.com/protocolbuffers/protoscope):
            \(Protoscope.help.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

            Lengths are computed, so values can be edited; --type adds names.
              wiredump convert --to protoscope cut.bin > cut.txt
            """)

    private static let captures = Self(
        name: "captures", abstract: "What capture files hold, and how calls are listed.",
        text: """
            FILES are pcap or pcapng (Ethernet, VLAN, PPP, loopback, Linux cooked
            mode, Apple's pktap or bare IP; in tunnels: VXLAN, Geneve, GRE, IP in IP); or
            HAR; or flows of mitmproxy (mitmdump -w); or gRPC binary logs; each also
            compressed with gzip. TLS connections are decrypted with the key logs of
            --keys and SSLKEYLOGFILE, and with keys that the capture holds before the
            packets. Calls are gRPC and grpc-web, over HTTP/2 and HTTP/1.1, not HTTP/3.

            WHAT IS MISSING: TCP segments out of order, repeated or missing are put
            right as far as they can be; IP fragments are not put together. In a capture
            that begins in the middle of a connection, headers that were sent before are
            unknown: they are left out, not guessed. Where packets are missing later,
            headers that were sent before are known, as long as calls behind the gap fit
            them in one way only; such calls say so (presumed_headers in JSON). Where
            the path is unknown, the messages may show the method beyond doubt: it is
            named with a question mark, UpdateVehicle? (presumed_method in JSON), and
            filters find it.

            THE LIST: the date, then for each call of the day number, time, duration,
            client and stream, method, bytes sent each way, what compressed them,
            status, category and message. A failure is marked with !, one that healthy
            apps have with ~. From a pipe, calls are shown as they end, with the numbers
            that they have in a file: those of the order in which the requests ended, as
            far as that is known by then. Behind the message stands of which calls the
            capture does not have everything (partial: beginning, request, response,
            headers), or whoever recorded or read it kept no more (recorder, limit).

            FILES OF --extract: each message, decompressed, is a file of its own (.bin).
            With --streams, each direction of a call is written as well (.grpc): its
            messages as they were sent, prefixes included, compressed where they were;
            also those that are damaged. wiredump reads both kinds of files. Neither has
            what grpc-web or HTTP put around the messages.
            """)

    private static let redaction = Self(
        name: "redaction", abstract: "What redaction leaves, and where credentials are shown.",
        text: """
            --redact puts stand-ins of the same length in place of whatever may tell of
            persons, vehicles and places. A value stays only where its meaning is
            certain: times, states, counts, distances and the like in messages of
            Google's schema, headers of gRPC in their usual form, and of errors the
            words by which "explain" knows their cause, Fleet Engine's host and the names
            of permissions. Of unknown types and types of your own, only numbers from 0
            to 127 stay. The same id has the same stand-in everywhere in the output.

            PLACES turn with the globe by a secret rotation, another one for each file:
            distances, speeds and the shape of routes stay. Who knows two places of a
            file, or finds the shape of a route on a map, can find all of its places.

            KEPT ON REQUEST: --keep-id ID leaves an id as it is wherever it stands as a
            word of its own; --keep trips (vehicles, tasks, trace-ids) the ids that
            fields of Google's schema, resource names, claims of tokens and headers say
            to be such ids. Both may be repeated. The first line of a text says what was
            kept; where the output is JSON or files, standard error does.

            CREDENTIALS are left out of everything that is shown, with --redact or
            without: tokens, keys and cookies in headers, URLs and errors. Their size in
            bytes is shown instead. "capture --json --credentials" prints them, or with
            --redact their stand-ins. What messages hold is data: convert, batch, --hex
            and --json of messages print it exactly.
            """)

    private static let schemas = Self(
        name: "schemas", abstract: "Messages and services of your own.",
        text: """
            --proto PATH adds the messages and services of a .proto file, or of every
            .proto file of a folder, to the built-in ones; --descriptor-set FILE those
            of a descriptor set, as protoc and buf write it. Both may be repeated, and
            every command that reads messages takes them. Imports are found in the
            folder that is named, and in those above it or above the file. A file that
            has the name of a built-in one replaces it.

              wiredump types --proto acme/ acme.Shift       its fields
              wiredump --proto acme/ --type acme.Shift x.bin
              wiredump capture --proto acme/ shift.pcapng   services, too
              wiredump scaffold --proto acme/ acme.Shift    the message as Swift source
            """)

    private static let completions = Self(
        name: "completions", abstract: "Completion of commands, options and types in a shell.",
        text: """
            Commands, options, their values, and the types of --type are completed.

              zsh   wiredump --generate-completion-script zsh > ~/.zsh/_wiredump
                    in ~/.zshrc: fpath=(~/.zsh $fpath); autoload -U compinit; compinit
              bash  wiredump --generate-completion-script bash > ~/.wiredump.bash
                    in ~/.bashrc: source ~/.wiredump.bash
              fish  wiredump --generate-completion-script fish \\
                      > ~/.config/fish/completions/wiredump.fish
            """)
}
