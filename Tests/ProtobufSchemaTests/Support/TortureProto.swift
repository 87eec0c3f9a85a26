import Testing

/// Files with every construct of the language that matters here.
struct TortureProto: CustomTestStringConvertible {
    let testDescription: String
    let text: String

    static let all = [
        TortureProto(
            testDescription: "proto3",
            text: #"""
                // Detached: not the documentation of anything.

                /* The syntax. */
                syntax = "proto3"; ; /* and more */
                package torture.deep.v1;
                option java_package = "com.example" ".joined" '.twice';
                option optimize_for = SPEED;

                // A message.
                //   Indented line.
                //
                // Last line.
                message Outer { // behind the brace
                  option deprecated = true;
                  reserved 100, 200 to 300, 1000 to 2000;
                  reserved "gone", 'away';
                  /* Block comment
                   * with stars
                   */
                  int32 snake_case_name = 1; // trailing
                  int64 _leading = 2;  /* trailing block */
                  uint32 trailing_ = 3;
                  uint64 with__two = 4;
                  sint32 UPPER_case = 5;
                  sint64 a1_2b = 6;

                  // Detached from the field.

                  fixed32 f32 = 0x07;
                  fixed64 f64 = 010;
                  sfixed32 sf32 = 9 [json_name = "renamed"];
                  sfixed64 sf64 = 11 [deprecated = true, jstype = JS_STRING];
                  optional bool maybe = 12;
                  float message = 13;
                  double enum = 14;
                  string reserved = 15;
                  bytes option = 16;
                  repeated int32 packed_default = 17;
                  repeated int32 not_packed = 18 [packed = false];
                  repeated string strings = 19;
                  repeated Inner inners = 20;
                  Inner.Deeper deeper = 21;
                  .torture.deep.v1.Outer self = 22;
                  deep.v1.Kind kind = 23;
                  map<string, Inner> inner_map = 24;
                  map<int64, .torture.deep.v1.Kind> kind_map = 25;
                  map<bool, bytes> bool_map = 26;
                  // The choice.
                  oneof choice {
                    // First.
                    string text = 27;
                    Inner picked = 28;
                    Kind kind_choice = 29;
                  }
                  oneof other { bool only = 536870911; }
                  optional Inner optional_message = 30;
                  repeated double rare = 90000;

                  message Inner {
                    message Deeper { Kind kind = 1; Outer outer = 2; }
                    enum Kind { ZERO = 0; }
                    Kind kind = 1;
                    torture.deep.v1.Kind outer_kind = 2;
                  }
                  message Empty {}
                }

                enum Kind {
                  option allow_alias = true;
                  reserved -5 to -3, 77;
                  reserved "OLD";
                  // Zero.
                  KIND_ZERO = 0;
                  KIND_ONE = 1 [deprecated = true];
                  KIND_UNO = 1; // alias
                  KIND_MINUS = -1;
                  KIND_HEX = 0x10;
                  KIND_MIN = -2147483648;
                  KIND_MAX = 2147483647;
                }

                // The service.
                service Things {
                  // A method.
                  rpc Get(Outer) returns (Outer.Inner);
                  rpc Stream(stream Outer) returns (stream .torture.deep.v1.Outer.Empty) {
                    option deprecated = true;
                    option idempotency_level = IDEMPOTENT;
                  }
                  rpc Down(Outer) returns (stream Outer) { ; }
                }
                """#),
        TortureProto(
            testDescription: "proto2",
            text: #"""
                syntax = "proto2";
                package torture.two;
                message Two {
                  required int32 id = 1 [default = -5];
                  optional string name = 2 [default = "x\n\x41\101\u00e4"];
                  repeated int32 plain = 3;
                  repeated int32 packed = 4 [packed = true];
                  optional group Group = 5 { optional int32 a = 1; repeated group InGroup = 2 { required bool b = 1; } }
                  optional Color color = 6 [default = BLUE];
                  oneof choice { string a = 7; group Picked = 8 { optional int32 x = 1; } }
                  map<string, Two> map = 9;
                  extensions 100 to 199, 500 to max;
                  extend Two { optional int32 nested_extension = 100; }
                  optional double infinite = 10 [default = -inf];
                }
                enum Color { RED = 3; BLUE = 1; }
                extend Two {
                  optional string extension = 101;
                  repeated group ExtGroup = 102 { optional int32 z = 1; }
                }
                """#),
        TortureProto(
            testDescription: "no syntax, no package",
            text: "message A { optional B b = 1; } message B { optional A a = 1; enum E { X = 0; } optional E e = 2; }"),
    ]
}
