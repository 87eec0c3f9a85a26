import ProtobufWire

extension MessageRegistry {
    /// Every message of this package.
    public static let fleetEngine = Self([
        // maps.fleetengine.v1
        BatteryInfo.self, ConsumableTrafficPolyline.self, CreateTripRequest.self, CreateVehicleRequest.self,
        DeleteTripRequest.self, DeleteVehicleRequest.self, DeviceSettings.self, GetTripRequest.self,
        GetVehicleRequest.self, LicensePlate.self, ListVehiclesRequest.self, ListVehiclesResponse.self,
        ReportBillableTripRequest.self, RequestHeader.self, SearchTripsRequest.self, SearchTripsResponse.self,
        SearchVehiclesRequest.self, SearchVehiclesResponse.self, SpeedReadingInterval.self, StopLocation.self,
        TerminalLocation.self, TerminalPointID.self, TrafficPolylineData.self, Trip.self, TripAttribute.self,
        TripWaypoint.self, UpdateTripRequest.self, UpdateVehicleAttributesRequest.self,
        UpdateVehicleAttributesResponse.self, UpdateVehicleLocationRequest.self, UpdateVehicleRequest.self,
        Vehicle.self, Vehicle.VehicleType.self, VehicleAttribute.self, VehicleAttributeList.self,
        VehicleLocation.self, VehicleMatch.self, VisualTrafficReportPolylineRendering.self,
        VisualTrafficReportPolylineRendering.RoadStretch.self, Waypoint.self,
        // maps.fleetengine.delivery.v1
        BatchCreateTasksRequest.self, BatchCreateTasksResponse.self, CreateDeliveryVehicleRequest.self,
        CreateTaskRequest.self, DeleteDeliveryVehicleRequest.self, DeleteTaskRequest.self,
        DeliveryRequestHeader.self, DeliveryTask.self, DeliveryTask.JourneySharingInfo.self, DeliveryVehicle.self,
        DeliveryVehicleAttribute.self, DeliveryVehicleLocation.self, GetDeliveryVehicleRequest.self,
        GetTaskRequest.self, GetTaskTrackingInfoRequest.self, ListDeliveryVehiclesRequest.self,
        ListDeliveryVehiclesResponse.self, ListTasksRequest.self, ListTasksResponse.self, LocationInfo.self,
        TaskAttribute.self, TaskTrackingInfo.self, TaskTrackingViewConfig.self,
        TaskTrackingViewConfig.VisibilityOption.self, TimeWindow.self, UpdateDeliveryVehicleRequest.self,
        UpdateTaskRequest.self, VehicleJourneySegment.self, VehicleStop.self, VehicleStop.TaskInfo.self,
        // google.protobuf, google.rpc, google.type and google.geo.type
        AnyMessage.self, BadRequest.self, BadRequest.FieldViolation.self, DebugInfo.self, Empty.self, ErrorInfo.self,
        FieldMask.self, Help.self, Help.Link.self, LatLng.self, ListValue.self, LocalizedMessage.self,
        PreconditionFailure.self, PreconditionFailure.Violation.self, ProtobufDuration.self, QuotaFailure.self,
        QuotaFailure.Violation.self, RPCStatus.self, RequestInfo.self, ResourceInfo.self, RetryInfo.self,
        Struct.self, Timestamp.self, Value.self, Viewport.self, DoubleValue.self, FloatValue.self, Int64Value.self,
        UInt64Value.self, Int32Value.self, UInt32Value.self, BoolValue.self, StringValue.self, BytesValue.self,
    ])
}
