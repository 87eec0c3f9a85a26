// Structs for the messages of the payloads with all their fields, read and written by hand with protozero.
#pragma once

#include "plain_fields.hpp"

namespace plain {

// MARK: google.type, google.protobuf

struct LatLng {
    double latitude = 0, longitude = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: latitude = reader.get_double(); break;
            case 2: longitude = reader.get_double(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        if (latitude != 0) writer.add_double(1, latitude);
        if (longitude != 0) writer.add_double(2, longitude);
    }
};

/// Timestamp and Duration.
struct Time {
    int64_t seconds = 0;
    int32_t nanos = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: seconds = reader.get_int64(); break;
            case 2: nanos = reader.get_int32(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        if (seconds != 0) writer.add_int64(1, seconds);
        if (nanos != 0) writer.add_int32(2, nanos);
    }
};

struct FieldMask {
    std::vector<std::string> paths;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, paths); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const { plain::write(writer, 1, paths); }
};

// MARK: maps.fleetengine.v1

struct RequestHeader {
    std::string language_code, region_code, sdk_version, os_version, device_model;
    int32_t sdk_type = 0;
    std::string maps_sdk_version, nav_sdk_version;
    int32_t platform = 0;
    std::string manufacturer;
    int32_t android_api_level = 0;
    std::string trace_id;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, language_code); break;
            case 2: plain::read(reader, region_code); break;
            case 3: plain::read(reader, sdk_version); break;
            case 4: plain::read(reader, os_version); break;
            case 5: plain::read(reader, device_model); break;
            case 6: sdk_type = reader.get_enum(); break;
            case 7: plain::read(reader, maps_sdk_version); break;
            case 8: plain::read(reader, nav_sdk_version); break;
            case 9: platform = reader.get_enum(); break;
            case 10: plain::read(reader, manufacturer); break;
            case 11: android_api_level = reader.get_int32(); break;
            case 12: plain::read(reader, trace_id); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, language_code);
        plain::write(writer, 2, region_code);
        plain::write(writer, 3, sdk_version);
        plain::write(writer, 4, os_version);
        plain::write(writer, 5, device_model);
        plain::write(writer, 6, sdk_type);
        plain::write(writer, 7, maps_sdk_version);
        plain::write(writer, 8, nav_sdk_version);
        plain::write(writer, 9, platform);
        plain::write(writer, 10, manufacturer);
        plain::write(writer, 11, android_api_level);
        plain::write(writer, 12, trace_id);
    }
};

struct GetTripRequest {
    std::optional<RequestHeader> header;
    std::string name;
    std::optional<Time> current_route_segment_version, remaining_waypoints_version;
    int32_t route_format_type = 0;
    std::optional<Time> current_route_segment_traffic_version, remaining_waypoints_route_version;
    int32_t view = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, header); break;
            case 3: plain::read(reader, name); break;
            case 6: plain::read(reader, current_route_segment_version); break;
            case 7: plain::read(reader, remaining_waypoints_version); break;
            case 8: route_format_type = reader.get_enum(); break;
            case 9: plain::read(reader, current_route_segment_traffic_version); break;
            case 10: plain::read(reader, remaining_waypoints_route_version); break;
            case 11: view = reader.get_enum(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, header);
        plain::write(writer, 3, name);
        plain::write(writer, 6, current_route_segment_version);
        plain::write(writer, 7, remaining_waypoints_version);
        plain::write(writer, 8, route_format_type);
        plain::write(writer, 9, current_route_segment_traffic_version);
        plain::write(writer, 10, remaining_waypoints_route_version);
        plain::write(writer, 11, view);
    }
};

struct TerminalPointId {
    std::variant<std::monostate, std::string, std::string> id;
    std::string value;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 2: read_string<1>(reader, id); break;
            case 3: read_string<2>(reader, id); break;
            case 4: plain::read(reader, value); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        if (const auto *place_id = std::get_if<1>(&id)) writer.add_string(2, *place_id);
        if (const auto *generated_id = std::get_if<2>(&id)) writer.add_string(3, *generated_id);
        plain::write(writer, 4, value);
    }
};

struct TerminalLocation {
    std::optional<LatLng> point;
    std::optional<TerminalPointId> terminal_point_id;
    std::string access_point_id, trip_id;
    int32_t terminal_location_type = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, point); break;
            case 2: plain::read(reader, terminal_point_id); break;
            case 3: plain::read(reader, access_point_id); break;
            case 4: plain::read(reader, trip_id); break;
            case 5: terminal_location_type = reader.get_enum(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, point);
        plain::write(writer, 2, terminal_point_id);
        plain::write(writer, 3, access_point_id);
        plain::write(writer, 4, trip_id);
        plain::write(writer, 5, terminal_location_type);
    }
};

struct SpeedReadingInterval {
    int32_t start_polyline_point_index = 0, end_polyline_point_index = 0, speed = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: start_polyline_point_index = reader.get_int32(); break;
            case 2: end_polyline_point_index = reader.get_int32(); break;
            case 3: speed = reader.get_enum(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, start_polyline_point_index);
        plain::write(writer, 2, end_polyline_point_index);
        plain::write(writer, 3, speed);
    }
};

struct ConsumableTrafficPolyline {
    std::vector<SpeedReadingInterval> speed_reading_interval;
    std::string encoded_path_to_waypoint;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, speed_reading_interval); break;
            case 2: plain::read(reader, encoded_path_to_waypoint); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, speed_reading_interval);
        plain::write(writer, 2, encoded_path_to_waypoint);
    }
};

struct TripWaypoint {
    std::optional<TerminalLocation> location;
    std::string trip_id;
    int32_t waypoint_type = 0;
    std::vector<LatLng> path_to_waypoint;
    std::string encoded_path_to_waypoint;
    std::optional<int32_t> distance_meters;
    std::optional<Time> eta, duration;
    std::optional<ConsumableTrafficPolyline> traffic_to_waypoint;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, location); break;
            case 2: plain::read(reader, trip_id); break;
            case 3: waypoint_type = reader.get_enum(); break;
            case 4: plain::read(reader, path_to_waypoint); break;
            case 5: plain::read(reader, encoded_path_to_waypoint); break;
            case 6: plain::read(reader, distance_meters); break;
            case 7: plain::read(reader, eta); break;
            case 8: plain::read(reader, duration); break;
            case 10: plain::read(reader, traffic_to_waypoint); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, location);
        plain::write(writer, 2, trip_id);
        plain::write(writer, 3, waypoint_type);
        plain::write(writer, 4, path_to_waypoint);
        plain::write(writer, 5, encoded_path_to_waypoint);
        plain::write(writer, 6, distance_meters);
        plain::write(writer, 7, eta);
        plain::write(writer, 8, duration);
        plain::write(writer, 10, traffic_to_waypoint);
    }
};

struct VehicleLocation {
    std::optional<LatLng> location;
    std::optional<int32_t> heading, speed_kmph;
    std::optional<Time> update_time;
    std::optional<double> altitude, speed, speed_accuracy, horizontal_accuracy, vertical_accuracy, bearing_accuracy;
    int32_t location_sensor = 0;
    std::optional<bool> is_gps_sensor_enabled;
    std::optional<Time> server_time;
    std::optional<int32_t> time_since_update, num_stale_updates;
    std::optional<LatLng> raw_location;
    std::optional<Time> raw_location_time;
    std::optional<LatLng> supplemental_location;
    std::optional<Time> supplemental_location_time;
    int32_t supplemental_location_sensor = 0;
    std::optional<double> supplemental_location_accuracy, latlng_accuracy, heading_accuracy, altitude_accuracy;
    std::optional<double> raw_location_accuracy;
    bool road_snapped = false;
    std::optional<bool> is_road_snapped;
    int32_t raw_location_sensor = 0;
    std::optional<LatLng> flp_location;
    std::optional<Time> flp_update_time;
    std::optional<double> flp_latlng_accuracy_meters;
    std::optional<int32_t> flp_heading_degrees;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, location); break;
            case 2: plain::read(reader, heading); break;
            case 3: plain::read(reader, speed_kmph); break;
            case 4: plain::read(reader, update_time); break;
            case 5: plain::read(reader, altitude); break;
            case 6: plain::read(reader, speed); break;
            case 7: plain::read(reader, speed_accuracy); break;
            case 8: plain::read(reader, horizontal_accuracy); break;
            case 9: plain::read(reader, vertical_accuracy); break;
            case 10: plain::read(reader, bearing_accuracy); break;
            case 11: location_sensor = reader.get_enum(); break;
            case 12: plain::read(reader, is_gps_sensor_enabled); break;
            case 13: plain::read(reader, server_time); break;
            case 14: plain::read(reader, time_since_update); break;
            case 15: plain::read(reader, num_stale_updates); break;
            case 16: plain::read(reader, raw_location); break;
            case 17: plain::read(reader, raw_location_time); break;
            case 18: plain::read(reader, supplemental_location); break;
            case 19: plain::read(reader, supplemental_location_time); break;
            case 20: supplemental_location_sensor = reader.get_enum(); break;
            case 21: plain::read(reader, supplemental_location_accuracy); break;
            case 22: plain::read(reader, latlng_accuracy); break;
            case 23: plain::read(reader, heading_accuracy); break;
            case 24: plain::read(reader, altitude_accuracy); break;
            case 25: plain::read(reader, raw_location_accuracy); break;
            case 26: road_snapped = reader.get_bool(); break;
            case 27: plain::read(reader, is_road_snapped); break;
            case 28: raw_location_sensor = reader.get_enum(); break;
            case 29: plain::read(reader, flp_location); break;
            case 30: plain::read(reader, flp_update_time); break;
            case 31: plain::read(reader, flp_latlng_accuracy_meters); break;
            case 32: plain::read(reader, flp_heading_degrees); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, location);
        plain::write(writer, 2, heading);
        plain::write(writer, 3, speed_kmph);
        plain::write(writer, 4, update_time);
        plain::write(writer, 5, altitude);
        plain::write(writer, 6, speed);
        plain::write(writer, 7, speed_accuracy);
        plain::write(writer, 8, horizontal_accuracy);
        plain::write(writer, 9, vertical_accuracy);
        plain::write(writer, 10, bearing_accuracy);
        plain::write(writer, 11, location_sensor);
        plain::write(writer, 12, is_gps_sensor_enabled);
        plain::write(writer, 13, server_time);
        plain::write(writer, 14, time_since_update);
        plain::write(writer, 15, num_stale_updates);
        plain::write(writer, 16, raw_location);
        plain::write(writer, 17, raw_location_time);
        plain::write(writer, 18, supplemental_location);
        plain::write(writer, 19, supplemental_location_time);
        plain::write(writer, 20, supplemental_location_sensor);
        plain::write(writer, 21, supplemental_location_accuracy);
        plain::write(writer, 22, latlng_accuracy);
        plain::write(writer, 23, heading_accuracy);
        plain::write(writer, 24, altitude_accuracy);
        plain::write(writer, 25, raw_location_accuracy);
        plain::write(writer, 26, road_snapped);
        plain::write(writer, 27, is_road_snapped);
        plain::write(writer, 28, raw_location_sensor);
        plain::write(writer, 29, flp_location);
        plain::write(writer, 30, flp_update_time);
        plain::write(writer, 31, flp_latlng_accuracy_meters);
        plain::write(writer, 32, flp_heading_degrees);
    }
};

struct VehicleAttribute {
    std::string key, value;
    std::variant<std::monostate, std::string, bool, double> attribute_value;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, key); break;
            case 2: plain::read(reader, value); break;
            case 3: read_string<1>(reader, attribute_value); break;
            case 4: attribute_value.emplace<2>(reader.get_bool()); break;
            case 5: attribute_value.emplace<3>(reader.get_double()); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, key);
        plain::write(writer, 2, value);
        if (const auto *string_value = std::get_if<1>(&attribute_value)) writer.add_string(3, *string_value);
        if (const auto *bool_value = std::get_if<2>(&attribute_value)) writer.add_bool(4, *bool_value);
        if (const auto *number_value = std::get_if<3>(&attribute_value)) writer.add_double(5, *number_value);
    }
};

struct VehicleType {
    int32_t category = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: category = reader.get_enum(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, category);
    }
};

struct LicensePlate {
    std::string country_code, last_character;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, country_code); break;
            case 2: plain::read(reader, last_character); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, country_code);
        plain::write(writer, 2, last_character);
    }
};

struct BatteryInfo {
    int32_t battery_status = 0, power_source = 0;
    float battery_percentage = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: battery_status = reader.get_enum(); break;
            case 2: power_source = reader.get_enum(); break;
            case 3: battery_percentage = reader.get_float(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, battery_status);
        plain::write(writer, 2, power_source);
        if (battery_percentage != 0) writer.add_float(3, battery_percentage);
    }
};

struct DeviceSettings {
    int32_t location_power_save_mode = 0;
    bool is_power_save_mode = false, is_interactive = false;
    std::optional<BatteryInfo> battery_info;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: location_power_save_mode = reader.get_enum(); break;
            case 2: is_power_save_mode = reader.get_bool(); break;
            case 3: is_interactive = reader.get_bool(); break;
            case 4: plain::read(reader, battery_info); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, location_power_save_mode);
        plain::write(writer, 2, is_power_save_mode);
        plain::write(writer, 3, is_interactive);
        plain::write(writer, 4, battery_info);
    }
};

struct RoadStretch {
    int32_t style = 0, offset_meters = 0, length_meters = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: style = reader.get_enum(); break;
            case 2: offset_meters = reader.get_int32(); break;
            case 3: length_meters = reader.get_int32(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, style);
        plain::write(writer, 2, offset_meters);
        plain::write(writer, 3, length_meters);
    }
};

struct TrafficPolylineRendering {
    std::vector<RoadStretch> road_stretch;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, road_stretch); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, road_stretch);
    }
};

struct TrafficPolylineData {
    std::optional<TrafficPolylineRendering> traffic_rendering;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, traffic_rendering); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, traffic_rendering);
    }
};

struct Vehicle {
    std::string name;
    int32_t vehicle_state = 0;
    std::vector<int32_t> supported_trip_types;
    std::vector<std::string> current_trips;
    std::optional<VehicleLocation> last_location;
    int32_t maximum_capacity = 0;
    std::vector<VehicleAttribute> attributes;
    std::optional<VehicleType> vehicle_type;
    std::optional<LicensePlate> license_plate;
    std::vector<TerminalLocation> route;
    std::optional<Time> current_route_segment_version, waypoints_version;
    std::optional<int32_t> remaining_distance_meters;
    std::optional<Time> eta_to_first_waypoint;
    std::string current_route_segment;
    std::vector<TripWaypoint> waypoints;
    bool back_to_back_enabled = false;
    std::optional<TripWaypoint> current_route_segment_end_point;
    std::optional<int32_t> remaining_time_seconds;
    int32_t navigation_status = 0;
    std::optional<DeviceSettings> device_settings;
    std::optional<TrafficPolylineData> current_route_segment_traffic;
    std::vector<VehicleLocation> past_locations;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, name); break;
            case 2: vehicle_state = reader.get_enum(); break;
            case 3: {
                const auto range = reader.get_packed_enum();
                supported_trip_types.assign(range.begin(), range.end());
                break;
            }
            case 4: plain::read(reader, current_trips); break;
            case 5: plain::read(reader, last_location); break;
            case 6: maximum_capacity = reader.get_int32(); break;
            case 8: plain::read(reader, attributes); break;
            case 9: plain::read(reader, vehicle_type); break;
            case 10: plain::read(reader, license_plate); break;
            case 12: plain::read(reader, route); break;
            case 15: plain::read(reader, current_route_segment_version); break;
            case 16: plain::read(reader, waypoints_version); break;
            case 18: plain::read(reader, remaining_distance_meters); break;
            case 19: plain::read(reader, eta_to_first_waypoint); break;
            case 20: plain::read(reader, current_route_segment); break;
            case 22: plain::read(reader, waypoints); break;
            case 23: back_to_back_enabled = reader.get_bool(); break;
            case 24: plain::read(reader, current_route_segment_end_point); break;
            case 25: plain::read(reader, remaining_time_seconds); break;
            case 26: navigation_status = reader.get_enum(); break;
            case 27: plain::read(reader, device_settings); break;
            case 28: plain::read(reader, current_route_segment_traffic); break;
            case 30: plain::read(reader, past_locations); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, name);
        plain::write(writer, 2, vehicle_state);
        writer.add_packed_enum(3, supported_trip_types.begin(), supported_trip_types.end());
        plain::write(writer, 4, current_trips);
        plain::write(writer, 5, last_location);
        plain::write(writer, 6, maximum_capacity);
        plain::write(writer, 8, attributes);
        plain::write(writer, 9, vehicle_type);
        plain::write(writer, 10, license_plate);
        plain::write(writer, 12, route);
        plain::write(writer, 15, current_route_segment_version);
        plain::write(writer, 16, waypoints_version);
        plain::write(writer, 18, remaining_distance_meters);
        plain::write(writer, 19, eta_to_first_waypoint);
        plain::write(writer, 20, current_route_segment);
        plain::write(writer, 22, waypoints);
        plain::write(writer, 23, back_to_back_enabled);
        plain::write(writer, 24, current_route_segment_end_point);
        plain::write(writer, 25, remaining_time_seconds);
        plain::write(writer, 26, navigation_status);
        plain::write(writer, 27, device_settings);
        plain::write(writer, 28, current_route_segment_traffic);
        plain::write(writer, 30, past_locations);
    }
};

struct UpdateVehicleRequest {
    std::optional<RequestHeader> header;
    std::string name;
    std::optional<Vehicle> vehicle;
    std::optional<FieldMask> update_mask;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, header); break;
            case 3: plain::read(reader, name); break;
            case 4: plain::read(reader, vehicle); break;
            case 5: plain::read(reader, update_mask); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, header);
        plain::write(writer, 3, name);
        plain::write(writer, 4, vehicle);
        plain::write(writer, 5, update_mask);
    }
};

struct ListVehiclesResponse {
    std::vector<Vehicle> vehicles;
    std::string next_page_token;
    int64_t total_size = 0;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, vehicles); break;
            case 2: plain::read(reader, next_page_token); break;
            case 3: total_size = reader.get_int64(); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, vehicles);
        plain::write(writer, 2, next_page_token);
        if (total_size != 0) writer.add_int64(3, total_size);
    }
};

struct StopLocation {
    std::optional<LatLng> point;
    std::optional<Time> timestamp, stop_time;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, point); break;
            case 2: plain::read(reader, timestamp); break;
            case 3: plain::read(reader, stop_time); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, point);
        plain::write(writer, 2, timestamp);
        plain::write(writer, 3, stop_time);
    }
};

struct TripAttribute {
    std::string key;
    std::variant<std::monostate, std::string, bool, double> attribute_value;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, key); break;
            case 2: read_string<1>(reader, attribute_value); break;
            case 3: attribute_value.emplace<2>(reader.get_bool()); break;
            case 4: attribute_value.emplace<3>(reader.get_double()); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, key);
        if (const auto *string_value = std::get_if<1>(&attribute_value)) writer.add_string(2, *string_value);
        if (const auto *bool_value = std::get_if<2>(&attribute_value)) writer.add_bool(3, *bool_value);
        if (const auto *number_value = std::get_if<3>(&attribute_value)) writer.add_double(4, *number_value);
    }
};

struct Trip {
    std::string name, vehicle_id;
    int32_t trip_status = 0, trip_type = 0;
    std::optional<TerminalLocation> pickup_point;
    std::optional<Time> pickup_time;
    std::optional<TerminalLocation> dropoff_point;
    std::optional<Time> dropoff_time;
    std::vector<LatLng> route;
    int32_t number_of_passengers = 0;
    std::optional<VehicleLocation> last_location;
    std::optional<int32_t> remaining_distance_meters;
    std::optional<Time> eta_to_first_waypoint;
    std::vector<TerminalLocation> intermediate_destinations;
    int32_t intermediate_destination_index = 0;
    std::vector<TripWaypoint> remaining_waypoints;
    std::optional<Time> current_route_segment_version, remaining_waypoints_version;
    std::vector<TripWaypoint> vehicle_waypoints;
    std::string current_route_segment;
    std::optional<StopLocation> actual_pickup_point, actual_dropoff_point;
    std::optional<TripWaypoint> current_route_segment_end_point;
    std::optional<Time> intermediate_destinations_version;
    bool last_location_snappable = false;
    std::optional<Time> remaining_time_to_first_waypoint;
    std::optional<ConsumableTrafficPolyline> current_route_segment_traffic;
    std::optional<Time> remaining_waypoints_route_version, current_route_segment_traffic_version;
    int32_t view = 0;
    std::optional<StopLocation> actual_pickup_arrival_point;
    std::vector<StopLocation> actual_intermediate_destination_arrival_points, actual_intermediate_destinations;
    std::vector<TripAttribute> attributes;

    void read(data_view bytes) {
        pbf_reader reader{bytes};
        while (reader.next()) {
            switch (reader.tag()) {
            case 1: plain::read(reader, name); break;
            case 2: plain::read(reader, vehicle_id); break;
            case 3: trip_status = reader.get_enum(); break;
            case 4: trip_type = reader.get_enum(); break;
            case 5: plain::read(reader, pickup_point); break;
            case 6: plain::read(reader, pickup_time); break;
            case 7: plain::read(reader, dropoff_point); break;
            case 8: plain::read(reader, dropoff_time); break;
            case 9: plain::read(reader, route); break;
            case 10: number_of_passengers = reader.get_int32(); break;
            case 11: plain::read(reader, last_location); break;
            case 12: plain::read(reader, remaining_distance_meters); break;
            case 13: plain::read(reader, eta_to_first_waypoint); break;
            case 14: plain::read(reader, intermediate_destinations); break;
            case 15: intermediate_destination_index = reader.get_int32(); break;
            case 16: plain::read(reader, remaining_waypoints); break;
            case 17: plain::read(reader, current_route_segment_version); break;
            case 19: plain::read(reader, remaining_waypoints_version); break;
            case 20: plain::read(reader, vehicle_waypoints); break;
            case 21: plain::read(reader, current_route_segment); break;
            case 22: plain::read(reader, actual_pickup_point); break;
            case 23: plain::read(reader, actual_dropoff_point); break;
            case 24: plain::read(reader, current_route_segment_end_point); break;
            case 25: plain::read(reader, intermediate_destinations_version); break;
            case 26: last_location_snappable = reader.get_bool(); break;
            case 27: plain::read(reader, remaining_time_to_first_waypoint); break;
            case 28: plain::read(reader, current_route_segment_traffic); break;
            case 29: plain::read(reader, remaining_waypoints_route_version); break;
            case 30: plain::read(reader, current_route_segment_traffic_version); break;
            case 31: view = reader.get_enum(); break;
            case 32: plain::read(reader, actual_pickup_arrival_point); break;
            case 33: plain::read(reader, actual_intermediate_destination_arrival_points); break;
            case 34: plain::read(reader, actual_intermediate_destinations); break;
            case 35: plain::read(reader, attributes); break;
            default: reader.skip();
            }
        }
    }

    void write(pbf_writer &writer) const {
        plain::write(writer, 1, name);
        plain::write(writer, 2, vehicle_id);
        plain::write(writer, 3, trip_status);
        plain::write(writer, 4, trip_type);
        plain::write(writer, 5, pickup_point);
        plain::write(writer, 6, pickup_time);
        plain::write(writer, 7, dropoff_point);
        plain::write(writer, 8, dropoff_time);
        plain::write(writer, 9, route);
        plain::write(writer, 10, number_of_passengers);
        plain::write(writer, 11, last_location);
        plain::write(writer, 12, remaining_distance_meters);
        plain::write(writer, 13, eta_to_first_waypoint);
        plain::write(writer, 14, intermediate_destinations);
        plain::write(writer, 15, intermediate_destination_index);
        plain::write(writer, 16, remaining_waypoints);
        plain::write(writer, 17, current_route_segment_version);
        plain::write(writer, 19, remaining_waypoints_version);
        plain::write(writer, 20, vehicle_waypoints);
        plain::write(writer, 21, current_route_segment);
        plain::write(writer, 22, actual_pickup_point);
        plain::write(writer, 23, actual_dropoff_point);
        plain::write(writer, 24, current_route_segment_end_point);
        plain::write(writer, 25, intermediate_destinations_version);
        plain::write(writer, 26, last_location_snappable);
        plain::write(writer, 27, remaining_time_to_first_waypoint);
        plain::write(writer, 28, current_route_segment_traffic);
        plain::write(writer, 29, remaining_waypoints_route_version);
        plain::write(writer, 30, current_route_segment_traffic_version);
        plain::write(writer, 31, view);
        plain::write(writer, 32, actual_pickup_arrival_point);
        plain::write(writer, 33, actual_intermediate_destination_arrival_points);
        plain::write(writer, 34, actual_intermediate_destinations);
        plain::write(writer, 35, attributes);
    }
};

}  // namespace plain
