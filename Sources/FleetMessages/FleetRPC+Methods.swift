// The methods by service, in the order of the schema.

extension FleetRPC {
    private init(trip method: String) { path = "/maps.fleetengine.v1.TripService/\(method)" }
    private init(vehicle method: String) { path = "/maps.fleetengine.v1.VehicleService/\(method)" }
    private init(delivery method: String) { path = "/maps.fleetengine.delivery.v1.DeliveryService/\(method)" }
}

// MARK: - TripService

extension FleetRPC where Request == CreateTripRequest, Response == Trip {
    /// `maps.fleetengine.v1.TripService/CreateTrip`
    public static var createTrip: Self { .init(trip: "CreateTrip") }
}

extension FleetRPC where Request == GetTripRequest, Response == Trip {
    /// `maps.fleetengine.v1.TripService/GetTrip`
    public static var getTrip: Self { .init(trip: "GetTrip") }
}

extension FleetRPC where Request == DeleteTripRequest, Response == Empty {
    /// `maps.fleetengine.v1.TripService/DeleteTrip`
    public static var deleteTrip: Self { .init(trip: "DeleteTrip") }
}

extension FleetRPC where Request == ReportBillableTripRequest, Response == Empty {
    /// `maps.fleetengine.v1.TripService/ReportBillableTrip`
    public static var reportBillableTrip: Self { .init(trip: "ReportBillableTrip") }
}

extension FleetRPC where Request == SearchTripsRequest, Response == SearchTripsResponse {
    /// `maps.fleetengine.v1.TripService/SearchTrips`
    public static var searchTrips: Self { .init(trip: "SearchTrips") }
}

extension FleetRPC where Request == UpdateTripRequest, Response == Trip {
    /// `maps.fleetengine.v1.TripService/UpdateTrip`
    public static var updateTrip: Self { .init(trip: "UpdateTrip") }
}

// MARK: - VehicleService

extension FleetRPC where Request == CreateVehicleRequest, Response == Vehicle {
    /// `maps.fleetengine.v1.VehicleService/CreateVehicle`
    public static var createVehicle: Self { .init(vehicle: "CreateVehicle") }
}

extension FleetRPC where Request == GetVehicleRequest, Response == Vehicle {
    /// `maps.fleetengine.v1.VehicleService/GetVehicle`
    public static var getVehicle: Self { .init(vehicle: "GetVehicle") }
}

extension FleetRPC where Request == DeleteVehicleRequest, Response == Empty {
    /// `maps.fleetengine.v1.VehicleService/DeleteVehicle`
    public static var deleteVehicle: Self { .init(vehicle: "DeleteVehicle") }
}

extension FleetRPC where Request == UpdateVehicleRequest, Response == Vehicle {
    /// `maps.fleetengine.v1.VehicleService/UpdateVehicle`
    public static var updateVehicle: Self { .init(vehicle: "UpdateVehicle") }
}

extension FleetRPC where Request == UpdateVehicleLocationRequest, Response == VehicleLocation {
    /// `maps.fleetengine.v1.VehicleService/UpdateVehicleLocation`
    public static var updateVehicleLocation: Self { .init(vehicle: "UpdateVehicleLocation") }
}

extension FleetRPC where Request == UpdateVehicleAttributesRequest, Response == UpdateVehicleAttributesResponse {
    /// `maps.fleetengine.v1.VehicleService/UpdateVehicleAttributes`
    public static var updateVehicleAttributes: Self { .init(vehicle: "UpdateVehicleAttributes") }
}

extension FleetRPC where Request == ListVehiclesRequest, Response == ListVehiclesResponse {
    /// `maps.fleetengine.v1.VehicleService/ListVehicles`
    public static var listVehicles: Self { .init(vehicle: "ListVehicles") }
}

extension FleetRPC where Request == SearchVehiclesRequest, Response == SearchVehiclesResponse {
    /// `maps.fleetengine.v1.VehicleService/SearchVehicles`
    public static var searchVehicles: Self { .init(vehicle: "SearchVehicles") }
}

// MARK: - DeliveryService

extension FleetRPC where Request == CreateDeliveryVehicleRequest, Response == DeliveryVehicle {
    /// `maps.fleetengine.delivery.v1.DeliveryService/CreateDeliveryVehicle`
    public static var createDeliveryVehicle: Self { .init(delivery: "CreateDeliveryVehicle") }
}

extension FleetRPC where Request == GetDeliveryVehicleRequest, Response == DeliveryVehicle {
    /// `maps.fleetengine.delivery.v1.DeliveryService/GetDeliveryVehicle`
    public static var getDeliveryVehicle: Self { .init(delivery: "GetDeliveryVehicle") }
}

extension FleetRPC where Request == DeleteDeliveryVehicleRequest, Response == Empty {
    /// `maps.fleetengine.delivery.v1.DeliveryService/DeleteDeliveryVehicle`
    public static var deleteDeliveryVehicle: Self { .init(delivery: "DeleteDeliveryVehicle") }
}

extension FleetRPC where Request == UpdateDeliveryVehicleRequest, Response == DeliveryVehicle {
    /// `maps.fleetengine.delivery.v1.DeliveryService/UpdateDeliveryVehicle`
    public static var updateDeliveryVehicle: Self { .init(delivery: "UpdateDeliveryVehicle") }
}

extension FleetRPC where Request == BatchCreateTasksRequest, Response == BatchCreateTasksResponse {
    /// `maps.fleetengine.delivery.v1.DeliveryService/BatchCreateTasks`
    public static var batchCreateTasks: Self { .init(delivery: "BatchCreateTasks") }
}

extension FleetRPC where Request == CreateTaskRequest, Response == DeliveryTask {
    /// `maps.fleetengine.delivery.v1.DeliveryService/CreateTask`
    public static var createTask: Self { .init(delivery: "CreateTask") }
}

extension FleetRPC where Request == GetTaskRequest, Response == DeliveryTask {
    /// `maps.fleetengine.delivery.v1.DeliveryService/GetTask`
    public static var getTask: Self { .init(delivery: "GetTask") }
}

extension FleetRPC where Request == DeleteTaskRequest, Response == Empty {
    /// `maps.fleetengine.delivery.v1.DeliveryService/DeleteTask`
    public static var deleteTask: Self { .init(delivery: "DeleteTask") }
}

extension FleetRPC where Request == UpdateTaskRequest, Response == DeliveryTask {
    /// `maps.fleetengine.delivery.v1.DeliveryService/UpdateTask`
    public static var updateTask: Self { .init(delivery: "UpdateTask") }
}

extension FleetRPC where Request == ListTasksRequest, Response == ListTasksResponse {
    /// `maps.fleetengine.delivery.v1.DeliveryService/ListTasks`
    public static var listTasks: Self { .init(delivery: "ListTasks") }
}

extension FleetRPC where Request == GetTaskTrackingInfoRequest, Response == TaskTrackingInfo {
    /// `maps.fleetengine.delivery.v1.DeliveryService/GetTaskTrackingInfo`
    public static var getTaskTrackingInfo: Self { .init(delivery: "GetTaskTrackingInfo") }
}

extension FleetRPC where Request == ListDeliveryVehiclesRequest, Response == ListDeliveryVehiclesResponse {
    /// `maps.fleetengine.delivery.v1.DeliveryService/ListDeliveryVehicles`
    public static var listDeliveryVehicles: Self { .init(delivery: "ListDeliveryVehicles") }
}
