/// The messages of `google/protobuf/descriptor.proto` and of `google/api` that a schema is made from, in the words that
/// this module reads. `json_name` is the name of an extension in ``SchemaOption``.
///
/// Sources: https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/descriptor.proto and
/// https://github.com/googleapis/googleapis/tree/master/google/api (numbers of the extensions).
enum DescriptorSchema {
    static let text = """
        syntax = "proto3";
        package descriptor;
        message FileSet { repeated File file = 1; }
        message File {
          string name = 1;
          string package = 2;
          repeated string dependency = 3;
          repeated int32 public_dependency = 10;
          repeated Message message_type = 4;
          repeated Enum enum_type = 5;
          repeated Service service = 6;
          repeated Field extension = 7;
          FileOptions options = 8;
          SourceCodeInfo source_code_info = 9;
          string syntax = 12;
          int32 edition = 14;
        }
        message Message {
          string name = 1;
          repeated Field field = 2;
          repeated Message nested_type = 3;
          repeated Enum enum_type = 4;
          repeated Field extension = 6;
          MessageOptions options = 7;
          repeated Oneof oneof_decl = 8;
          repeated string reserved_name = 10;
        }
        message Field {
          string name = 1;
          string extendee = 2;
          int32 number = 3;
          int32 label = 4;
          int32 type = 5;
          string type_name = 6;
          FieldOptions options = 8;
          optional int32 oneof_index = 9;
          optional string json_name = 10;
          bool proto3_optional = 17;
        }
        message Oneof { string name = 1; }
        message Enum {
          string name = 1;
          repeated EnumValue value = 2;
          EnumOptions options = 3;
        }
        message EnumValue {
          string name = 1;
          int32 number = 2;
          EnumValueOptions options = 3;
        }
        message Service {
          string name = 1;
          repeated Method method = 2;
          ServiceOptions options = 3;
        }
        message Method {
          string name = 1;
          string input_type = 2;
          string output_type = 3;
          MethodOptions options = 4;
          bool client_streaming = 5;
          bool server_streaming = 6;
        }
        message SourceCodeInfo {
          repeated Location location = 1;
          message Location {
            repeated int32 path = 1;
            string leading_comments = 3;
            string trailing_comments = 4;
          }
        }
        message FileOptions {
          optional bool deprecated = 23;
          FeatureSet features = 50;
        }
        message MessageOptions {
          optional bool message_set_wire_format = 1;
          optional bool deprecated = 3;
          optional bool map_entry = 7;
          FeatureSet features = 12;
          Resource resource = 1053 [json_name = "(google.api.resource)"];
        }
        message FieldOptions {
          optional bool packed = 2;
          optional bool deprecated = 3;
          FeatureSet features = 21;
          repeated FieldBehavior field_behavior = 1052 [json_name = "(google.api.field_behavior)"];
        }
        message EnumOptions {
          optional bool deprecated = 3;
          FeatureSet features = 7;
        }
        message EnumValueOptions { optional bool deprecated = 1; }
        message ServiceOptions { optional bool deprecated = 33; }
        message MethodOptions {
          optional bool deprecated = 33;
          HttpRule http = 72295728 [json_name = "(google.api.http)"];
          Routing routing = 72295729 [json_name = "(google.api.routing)"];
        }
        message FeatureSet {
          FieldPresence field_presence = 1;
          EnumType enum_type = 2;
          RepeatedFieldEncoding repeated_field_encoding = 3;
          Utf8Validation utf8_validation = 4;
          MessageEncoding message_encoding = 5;
          enum FieldPresence { FIELD_PRESENCE_UNKNOWN = 0; EXPLICIT = 1; IMPLICIT = 2; LEGACY_REQUIRED = 3; }
          enum EnumType { ENUM_TYPE_UNKNOWN = 0; OPEN = 1; CLOSED = 2; }
          enum RepeatedFieldEncoding { REPEATED_FIELD_ENCODING_UNKNOWN = 0; PACKED = 1; EXPANDED = 2; }
          enum Utf8Validation { UTF8_VALIDATION_UNKNOWN = 0; VERIFY = 2; NONE = 3; }
          enum MessageEncoding { MESSAGE_ENCODING_UNKNOWN = 0; LENGTH_PREFIXED = 1; DELIMITED = 2; }
        }
        enum FieldBehavior {
          FIELD_BEHAVIOR_UNSPECIFIED = 0;
          OPTIONAL = 1;
          REQUIRED = 2;
          OUTPUT_ONLY = 3;
          INPUT_ONLY = 4;
          IMMUTABLE = 5;
          UNORDERED_LIST = 6;
          NON_EMPTY_DEFAULT = 7;
          IDENTIFIER = 8;
        }
        message Resource {
          string type = 1;
          repeated string pattern = 2;
        }
        message HttpRule {
          string get = 2;
          string put = 3;
          string post = 4;
          string delete = 5;
          string patch = 6;
          string body = 7;
          Custom custom = 8;
          repeated HttpRule additional_bindings = 11;
          message Custom { string kind = 1; string path = 2; }
        }
        message Routing {
          repeated Parameter routing_parameters = 2;
          message Parameter { string field = 1; string path_template = 2; }
        }
        """
}
