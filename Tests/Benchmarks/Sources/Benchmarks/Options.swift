/// What the command line asks for.
struct Options {
    static let usage = """
        usage: ./run [--check] [--goals floor|full] [--payloads abcde] [--rounds N] [--fixtures FOLDER]

        Prints how long FleetWire and its peers take to decode and to encode five messages, and what they ask of
        the allocator. All of them take turns in one process; the times are processor time.

          --check            name the goals that were missed; then the exit code is 1
          --goals LEVEL      floor: 6 times and 8 times as fast as swift-protobuf
                             full: against every peer (unless told otherwise)
          --payloads LETTERS a GetTripRequest, b UpdateVehicleRequest, c Trip with 500 route points,
                             d ListVehiclesResponse with 300 vehicles, e Trip with a long polyline
          --rounds N         samples of each peer; 101 unless told otherwise
          --fixtures FOLDER  where the payloads lie; Fixtures/benchmarks unless told otherwise
        """

    var check = false
    var goals = Goals.full
    var payloads = Payload.Name.allCases
    var rounds = 101
    var fixtures = "../../Fixtures/benchmarks"

    struct Misuse: Error {}

    init(_ arguments: some Sequence<String>) throws(Misuse) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            if argument == "--check" {
                check = true
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
    }
}
