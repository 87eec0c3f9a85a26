/// What the command line asks for.
struct Options {
    static let usage = """
        usage: ./run [PART ...] [--check] [--goals floor|full] [--payloads abcde] [--rounds N] [--fixtures FOLDER]

        Prints how long FleetWire and its peers take, in turns and in processor time. The parts:

          codec              decoding and encoding five messages, and what that asks of the allocator
          layers             compression beside zlib, frames, JSON beside swift-protobuf
          growth             time and memory over size, for everything that reads bytes
          tools              the command beside protoc and tshark, on large files in a temporary folder

        Without a part it is codec. Options:

          --check            name the goals that were missed; then the exit code is 1
          --goals LEVEL      of codec. floor: 6 times and 8 times as fast as swift-protobuf
                             full: against every peer (unless told otherwise)
          --payloads LETTERS a GetTripRequest, b UpdateVehicleRequest, c Trip with 500 route points,
                             d ListVehiclesResponse with 300 vehicles, e Trip with a long polyline
          --rounds N         samples of each peer; 101 unless told otherwise, 5 of tools
          --fixtures FOLDER  Fixtures unless told otherwise
        """

    enum Part: String, CaseIterable { case codec, layers, growth, tools }

    var parts: [Part] = []
    var check = false
    var goals = Goals.full
    var payloads = Payload.Name.allCases
    var rounds: Int?
    var fixtures = "../../Fixtures"

    struct Misuse: Error {}

    init(_ arguments: some Sequence<String>) throws(Misuse) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            if argument == "--check" {
                check = true
                continue
            }
            if let part = Part(rawValue: argument) {
                parts.append(part)
                continue
            }
            guard let value = arguments.next() else { throw Misuse() }
            switch argument {
            case "--goals":
                guard let level = Goals(rawValue: value) else { throw Misuse() }
                goals = level
            case "--payloads":
                payloads = Payload.Name.allCases.filter { value.contains($0.rawValue) }
                guard payloads.count == value.count else { throw Misuse() }
            case "--rounds":
                guard let number = Int(value), number > 0 else { throw Misuse() }
                rounds = number
            case "--fixtures": fixtures = value
            default: throw Misuse()
            }
        }
        if parts.isEmpty { parts = [.codec] }
    }
}
