// The methods by service, in the order of the schema.

// MARK: - TripService

extension FleetRPC where Request == CreateTripRequest, Response == Trip {
    /// `maps.fleetengine.v1.TripService/CreateTrip`
    public static var createTrip: Self { .init(path: "/maps.fleetengine.v1.TripService/CreateTrip") }
}

extension FleetRPC where Request == GetTripRequest, Response == Trip {
    /// `maps.fleetengine.v1.TripService/GetTrip`
    public static var getTrip: Self { .init(path: "/maps.fleetengine.v1.TripService/GetTrip") }
}

extension FleetRPC where Request == DeleteTripRequest, Response == Empty {
    /// `maps.fleetengine.v1.TripService/DeleteTrip`
    public static var deleteTrip: Self { .init(path: "/maps.fleetengine.v1.TripService/DeleteTrip") }
}

extension FleetRPC where Request == ReportBillableTripRequest, Response == Empty {
    /// `maps.fleetengine.v1.TripService/ReportBillableTrip`
    public static var reportBillableTrip: Self { .init(path: "/maps.fleetengine.v1.TripService/ReportBillableTrip") }
}

extension FleetRPC where Request == SearchTripsRequest, Response == SearchTripsResponse {
    /// `maps.fleetengine.v1.TripService/SearchTrips`
    public static var searchTrips: Self { .init(path: "/maps.fleetengine.v1.TripService/SearchTrips") }
}

extension FleetRPC where Request == UpdateTripRequest, Response == Trip {
    /// `maps.fleetengine.v1.TripService/UpdateTrip`
    public static var updateTrip: Self { .init(path: "/maps.fleetengine.v1.TripService/UpdateTrip") }
}

// MARK: - VehicleService

extension FleetRPC where Request == CreateVehicleRequest, Response == Vehicle {
    /// `maps.fleetengine.v1.VehicleService/CreateVehicle`
    public static var createVehicle: Self { .init(path: "/maps.fleetengine.v1.VehicleService/CreateVehicle") }
}

extension FleetRPC where Request == GetVehicleRequest, Response == Vehicle {
    /// `maps.fleetengine.v1.VehicleService/GetVehicle`
    public static var getVehicle: Self { .init(path: "/maps.fleetengine.v1.VehicleService/GetVehicle") }
}

extension FleetRPC where Request == DeleteVehicleRequest, Response == Empty {
    /// `maps.fleetengine.v1.VehicleService/DeleteVehicle`
    public static var deleteVehicle: Self { .init(path: "/maps.fleetengine.v1.VehicleService/DeleteVehicle") }
}

extension FleetRPC where Request == UpdateVehicleRequest, Response == Vehicle {
    /// `maps.fleetengine.v1.VehicleService/UpdateVehicle`
    public static var updateVehicle: Self { .init(path: "/maps.fleetengine.v1.VehicleService/UpdateVehicle") }
}

extension FleetRPC where Request == UpdateVehicleLocationRequest, Response == VehicleLocation {
    /// `maps.fleetengine.v1.VehicleService/UpdateVehicleLocation`
    public static var updateVehicleLocation: Self {
        .init(path: "/maps.fleetengine.v1.VehicleService/UpdateVehicleLocation")
    }
}

extension FleetRPC where Request == UpdateVehicleAttributesRequest, Response == UpdateVehicleAttributesResponse {
    /// `maps.fleetengine.v1.VehicleService/UpdateVehicleAttributes`
    public static var updateVehicleAttributes: Self {
        .init(path: "/maps.fleetengine.v1.VehicleService/UpdateVehicleAttributes")
    }
}

extension FleetRPC where Request == ListVehiclesRequest, Response == ListVehiclesResponse {
    /// `maps.fleetengine.v1.VehicleService/ListVehicles`
    public static var listVehicles: Self { .init(path: "/maps.fleetengine.v1.VehicleService/ListVehicles") }
}

extension FleetRPC where Request == SearchVehiclesRequest, Response == SearchVehiclesResponse {
    /// `maps.fleetengine.v1.VehicleService/SearchVehicles`
    public static var searchVehicles: Self { .init(path: "/maps.fleetengine.v1.VehicleService/SearchVehicles") }
}

// MARK: - DeliveryService

extension FleetRPC where Request == CreateDeliveryVehicleRequest, Response == DeliveryVehicle {
    /// `maps.fleetengine.delivery.v1.DeliveryService/CreateDeliveryVehicle`
    public static var createDeliveryVehicle: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/CreateDeliveryVehicle")
    }
}

extension FleetRPC where Request == GetDeliveryVehicleRequest, Response == DeliveryVehicle {
    /// `maps.fleetengine.delivery.v1.DeliveryService/GetDeliveryVehicle`
    public static var getDeliveryVehicle: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/GetDeliveryVehicle")
    }
}

extension FleetRPC where Request == DeleteDeliveryVehicleRequest, Response == Empty {
    /// `maps.fleetengine.delivery.v1.DeliveryService/DeleteDeliveryVehicle`
    public static var deleteDeliveryVehicle: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/DeleteDeliveryVehicle")
    }
}

extension FleetRPC where Request == UpdateDeliveryVehicleRequest, Response == DeliveryVehicle {
    /// `maps.fleetengine.delivery.v1.DeliveryService/UpdateDeliveryVehicle`
    public static var updateDeliveryVehicle: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/UpdateDeliveryVehicle")
    }
}

extension FleetRPC where Request == BatchCreateTasksRequest, Response == BatchCreateTasksResponse {
    /// `maps.fleetengine.delivery.v1.DeliveryService/BatchCreateTasks`
    public static var batchCreateTasks: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/BatchCreateTasks")
    }
}

extension FleetRPC where Request == CreateTaskRequest, Response == DeliveryTask {
    /// `maps.fleetengine.delivery.v1.DeliveryService/CreateTask`
    public static var createTask: Self { .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/CreateTask") }
}

extension FleetRPC where Request == GetTaskRequest, Response == DeliveryTask {
    /// `maps.fleetengine.delivery.v1.DeliveryService/GetTask`
    public static var getTask: Self { .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/GetTask") }
}

extension FleetRPC where Request == DeleteTaskRequest, Response == Empty {
    /// `maps.fleetengine.delivery.v1.DeliveryService/DeleteTask`
    public static var deleteTask: Self { .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/DeleteTask") }
}

extension FleetRPC where Request == UpdateTaskRequest, Response == DeliveryTask {
    /// `maps.fleetengine.delivery.v1.DeliveryService/UpdateTask`
    public static var updateTask: Self { .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/UpdateTask") }
}

extension FleetRPC where Request == ListTasksRequest, Response == ListTasksResponse {
    /// `maps.fleetengine.delivery.v1.DeliveryService/ListTasks`
    public static var listTasks: Self { .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/ListTasks") }
}

extension FleetRPC where Request == GetTaskTrackingInfoRequest, Response == TaskTrackingInfo {
    /// `maps.fleetengine.delivery.v1.DeliveryService/GetTaskTrackingInfo`
    public static var getTaskTrackingInfo: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/GetTaskTrackingInfo")
    }
}

extension FleetRPC where Request == ListDeliveryVehiclesRequest, Response == ListDeliveryVehiclesResponse {
    /// `maps.fleetengine.delivery.v1.DeliveryService/ListDeliveryVehicles`
    public static var listDeliveryVehicles: Self {
        .init(path: "/maps.fleetengine.delivery.v1.DeliveryService/ListDeliveryVehicles")
    }
}
