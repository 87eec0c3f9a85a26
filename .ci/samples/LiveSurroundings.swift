// The names that fragments about the live side take from their surroundings. They need systems of 2022 or later.

import FleetEmulator
import FleetLive
import FleetWire

func known<Value>() -> Value { fatalError("Samples are compiled, not run.") }

nonisolated(unsafe) var emulator: FleetEmulator = known()
nonisolated(unsafe) let channel: any FleetChannel = known()
nonisolated(unsafe) let backEnd: any AuthorizationTokenProvider = known()
nonisolated(unsafe) let client: FleetClient = known()
nonisolated(unsafe) let reporter: VehicleReporter = known()
nonisolated(unsafe) let tripService: TripService = known()
let location = VehicleLocation()
let waypoints: [TripWaypoint] = []
let polyline = ""
let request = GetVehicleRequest()

func fetchToken(claim: String?, ids: [String]) async throws -> String { "" }
func show(_ location: VehicleLocation?) {}
