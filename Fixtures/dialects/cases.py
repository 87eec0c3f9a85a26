"""What Fixtures/dialects/remake.py asks Google's software about."""

# Messages as bytes.
MESSAGES = [
    ("acme.delimited.Route", "0a070a016112020801"),
    ("acme.delimited.Route", "0a0a0a01611205080110e707"),
    ("acme.delimited.Route", "13080114" "1b08021c" "1b1c" "23080324" "2a020804" "33080534" "3b08063c" "42050801120161"),
    ("acme.delimited.Route", "12020801"),
    ("acme.closed.Visit", "0801"),
    ("acme.closed.Visit", "0805"),
    ("acme.closed.Visit", "08fdffffffffffffffff01"),
    ("acme.closed.Visit", "08fbffffffffffffffff01"),
    ("acme.closed.Visit", "08010805"),
    ("acme.closed.Visit", "08051001"),
    ("acme.closed.Visit", "100110051002"),
    ("acme.closed.Visit", "12050105020607"),
    ("acme.closed.Visit", "1a050105020607"),
    ("acme.closed.Visit", "1a0105"),
    ("acme.closed.Visit", "18051801"),
    ("acme.closed.Visit", "1a0405010605" "3801" "1a020702"),
    ("acme.closed.Visit", "22050a01611001" "22050a01621005"),
    ("acme.closed.Visit", "2805"),
    ("acme.closed.Visit", "30092805"),
    ("acme.closed.Visit", "28013009"),
    ("acme.closed.Visit", "30092801"),
    ("acme.closed.Visit", "42020805" "42020801" "42021005"),
    ("acme.bytes.Note", "0a01ff"),
    ("acme.bytes.Note", "0a02c3a9" "1201fe" "120161"),
    ("acme.bytes.Note", "1a060a01ff1201fe"),
    ("acme.features.House", "08001000180020002000"),
    ("acme.features.House", "0801100218032202040520062a0207082809"),
    ("acme.features.House", "1800" "3007" "3807"),
    ("acme.features.House", "1800" "4a01ff" "52060a01ff1201fe"),
    ("acme.features.House", "1800" "5b180108095c"),
    ("acme.names.Swapped", "0a01781201790a017a"),
    ("acme.names.Shifted", "0a0178120179"),
    ("acme.names.Shifted", "120179"),
    ("acme.legacy.Twins", "0a0178120179"),
]

# Messages as text.
TEXTS = [
    ("acme.delimited.Route", 'stops { key: "a" value { minutes: 1 } }'),
    ("acme.delimited.Route", "stop { minutes: 1 } more {} more {} end { minutes: 2 } prefixed {}"),
    ("acme.delimited.Route", "Inner { x: 1 } different { x: 2 }"),
    ("acme.delimited.Route", "inner { x: 1 }"),
    ("acme.delimited.Route", "Stop { minutes: 1 }"),
    ("acme.delimited.Route", "Other { x: 1 }"),
    ("acme.closed.Visit", "gate: NORTH passed: [SOUTH, 1]"),
    ("acme.closed.Visit", "gate: 5"),
    ("acme.bytes.Note", 'text: "\\377"'),
    ("acme.bytes.Note", 'lines: ["\\303\\251", "\\303"]'),
    ("acme.bytes.Note", 'text: "\\ud83d\\ude00"'),
    ("acme.bytes.Note", 'text: "\\uD83D\\uDE00 \\u00e9"'),
    ("acme.features.House", 'rooms: 1 label: "\\377" labels { key: "\\377" value: "\\376" }'),
    ("acme.features.House", "rooms: 1 annex { rooms: 2 }"),
    ("acme.features.House", "rooms: 1 floors: [1, 2] cellars: [1, 2]"),
]

# Messages as JSON.
JSON = [
    ("acme.delimited.Route", '{"stops": {"a": {"minutes": 1}}}'),
    ("acme.closed.Visit", '{"gate": "NORTH", "named": {"a": "OPEN"}}'),
    ("acme.closed.Visit", '{"gate": 5}'),
    ("acme.names.Swapped", '{"a": "x", "b": "y"}'),
    ("acme.names.Swapped", '{"b": "y"}'),
    ("acme.names.Shifted", '{"foo": "x"}'),
    ("acme.names.Shifted", '{"bar": "x"}'),
    ("acme.names.Shifted", '{"bar": "x", "baz": "y"}'),
    ("acme.legacy.Twins", '{"fooBar": "x"}'),
    ("acme.legacy.Twins", '{"foo_bar": "x"}'),
]


def proto2(text):
    return f'syntax = "proto2"; {text}'


def proto3(text):
    return f'syntax = "proto3"; {text}'


def edition(text, year=2023):
    return f'edition = "{year}"; {text}'


# Schemas.
SCHEMAS = [
    # Names in JSON.
    proto3('message M { string a = 1 [json_name = "b"]; string b = 2 [json_name = "a"]; }'),
    proto3("message M { string foo_bar = 1; string fooBar = 2; }"),
    proto3('message M { string a = 1 [json_name = "c"]; string b = 2 [json_name = "c"]; }'),
    proto3('message M { string a = 1 [json_name = "b"]; string b = 2; }'),
    proto3('message M { string foo_bar = 1 [json_name = "a"]; string fooBar = 2; }'),
    proto3(
        "message M { option deprecated_legacy_json_field_conflicts = true; string foo_bar = 1; string fooBar = 2; }"),
    proto2("message M { optional string foo_bar = 1; optional string fooBar = 2; }"),
    proto2('message M { optional string a = 1 [json_name = "b"]; optional string b = 2; }'),
    proto2('message M { optional string a = 1 [json_name = "c"]; optional string b = 2 [json_name = "c"]; }'),
    edition("message M { string foo_bar = 1; string fooBar = 2; }"),
    edition("option features.json_format = LEGACY_BEST_EFFORT; message M { string foo_bar = 1; string fooBar = 2; }"),
    edition("message M { option features.json_format = LEGACY_BEST_EFFORT; string foo_bar = 1; string fooBar = 2; }"),
    edition(
        "message M { option features.json_format = LEGACY_BEST_EFFORT;"
        " message N { string foo_bar = 1; string fooBar = 2; } }"),
    edition(
        "option features.json_format = LEGACY_BEST_EFFORT;"
        " message M { option features.json_format = ALLOW; string foo_bar = 1; string fooBar = 2; }"),
    # Features.
    edition("message M { int32 a = 1 [features.field_presence = IMPLICT]; }"),
    edition("message M { int32 a = 1 [features.field_presence = FIELD_PRESENCE_UNKNOWN]; }"),
    edition("message M { int32 a = 1 [features.field_presence = 1]; }"),
    edition('message M { int32 a = 1 [features.field_presence = "EXPLICIT"]; }'),
    edition("message M { int32 a = 1 [features.field_presense = IMPLICIT]; }"),
    edition("message M { int32 a = 1 [features = { field_presence: NONE }]; }"),
    edition("message M { int32 a = 1 [features = { field_presence: IMPLICIT }]; }"),
    edition("message M { int32 a = 1 [features = { field_presence: 2 }]; }"),
    edition("message M { repeated int32 a = 1 [features.repeated_field_encoding = EXPENDED]; }"),
    edition("message M { M a = 1 [features.message_encoding = DELIMITD]; }"),
    edition("message M { string a = 1 [features.utf8_validation = NO]; }"),
    edition("option features.enum_type = CLOSD; enum E { A = 0; }"),
    edition("enum E { option features.enum_type = SHUT; A = 0; }"),
    edition("message M { option features.json_format = NEVER; }"),
    edition("option features.json_format = NEVER;"),
    edition("option features.field_presence = IMPLICIT; option features.field_presence = EXPLICIT;"),
    edition("enum E { option features.enum_type = CLOSED; A = 1; }"),
    edition("message M { option features.field_presence = IMPLICIT; int32 a = 1; }"),
    edition("message M { option features.enum_type = CLOSED; int32 a = 1; }"),
    edition("message M { int32 a = 1 [features.enum_type = CLOSED]; }"),
    edition("message M { oneof o { option features.field_presence = IMPLICIT; int32 a = 1; } }"),
    edition("option features.enforce_naming_style = STYLE_LEGACY; message m {}", 2024),
    edition("option features.default_symbol_visibility = EXPORT_ALL; message M {}", 2024),
    proto3("option features.field_presence = EXPLICIT; message M {}"),
    proto2("message M { optional int32 a = 1 [features.field_presence = IMPLICIT]; }"),
    # Where features cannot stand.
    edition("message M { repeated int32 a = 1 [features.field_presence = IMPLICIT]; }"),
    edition("message M { repeated int32 a = 1 [features.field_presence = EXPLICIT]; }"),
    edition("message M { map<int32, int32> a = 1 [features.field_presence = EXPLICIT]; }"),
    edition("message M { oneof o { int32 a = 1 [features.field_presence = IMPLICIT]; } }"),
    edition("message M { oneof o { int32 a = 1 [features.field_presence = EXPLICIT]; } }"),
    edition("message M { M a = 1 [features.field_presence = IMPLICIT]; }"),
    edition("message M { M a = 1 [features.field_presence = EXPLICIT]; }"),
    edition("message M { M a = 1 [features.field_presence = LEGACY_REQUIRED]; }"),
    edition("option features.field_presence = IMPLICIT; message M { M a = 1; repeated M b = 2; oneof o { int32 c = 3; } }"),
    edition("message M { extensions 5; } extend M { int32 a = 5 [features.field_presence = IMPLICIT]; }"),
    edition("message M { extensions 5; } extend M { int32 a = 5 [features.field_presence = EXPLICIT]; }"),
    edition("message M { extensions 5; } extend M { int32 a = 5 [features.field_presence = LEGACY_REQUIRED]; }"),
    edition("option features.field_presence = IMPLICIT; message M { extensions 5; } extend M { int32 a = 5; }"),
    edition("option features.field_presence = LEGACY_REQUIRED; message M { extensions 5; } extend M { int32 a = 5; }"),
    edition("option features.field_presence = LEGACY_REQUIRED; message M { int32 a = 5; }"),
    edition("message M { int32 a = 1 [features.repeated_field_encoding = PACKED]; }"),
    edition("message M { int32 a = 1 [features.repeated_field_encoding = EXPANDED]; }"),
    edition("message M { repeated string a = 1 [features.repeated_field_encoding = PACKED]; }"),
    edition("message M { repeated string a = 1 [features.repeated_field_encoding = EXPANDED]; }"),
    edition("message M { repeated M a = 1 [features.repeated_field_encoding = EXPANDED]; }"),
    edition("message M { map<int32, int32> a = 1 [features.repeated_field_encoding = EXPANDED]; }"),
    edition("message M { int32 a = 1 [features.message_encoding = DELIMITED]; }"),
    edition("message M { string a = 1 [features.message_encoding = LENGTH_PREFIXED]; }"),
    edition("message M { map<string, M> a = 1 [features.message_encoding = DELIMITED]; }"),
    edition("message M { M a = 1 [features.message_encoding = DELIMITED]; }"),
    edition("message M { int32 a = 1 [features.utf8_validation = NONE]; }"),
    edition("message M { bytes a = 1 [features.utf8_validation = NONE]; }"),
    edition("message M { M a = 1 [features.utf8_validation = NONE]; }"),
    edition("message M { map<string, M> a = 1 [features.utf8_validation = NONE]; }"),
    edition("message M { map<int32, string> a = 1 [features.utf8_validation = NONE]; }"),
    edition("message M { map<int32, int32> a = 1 [features.utf8_validation = NONE]; }"),
    edition("message M { repeated string a = 1 [features.utf8_validation = NONE]; }"),
    edition(
        "enum E { option features.enum_type = CLOSED; A = 0; }"
        " message M { E a = 1 [features.field_presence = IMPLICIT]; }"),
    edition("option features.field_presence = IMPLICIT; option features.enum_type = CLOSED;"
            " enum E { A = 0; } message M { repeated E a = 1; oneof o { E b = 2; } }"),
    edition("option features.field_presence = IMPLICIT; option features.enum_type = CLOSED;"
            " enum E { A = 0; } message M { oneof o { E b = 2; } }"),
    edition("option features.field_presence = IMPLICIT; option features.enum_type = CLOSED;"
            " enum E { A = 0; } message M { repeated E a = 1; }"),
    edition("option features.field_presence = IMPLICIT; option features.enum_type = CLOSED;"
            " enum E { A = 0; } message M { map<int32, E> a = 1; }"),
    edition("option features.field_presence = IMPLICIT; option features.enum_type = CLOSED;"
            " enum E { A = 0; } message M { E a = 1; }"),
    # Words of older dialects in editions, and the other way round.
    edition("message M { repeated int32 a = 1 [packed = true]; }"),
    edition("message M { repeated int32 a = 1 [packed = false]; }"),
    edition("message M { optional int32 a = 1; }"),
    edition("message M { extensions 5; } extend M { optional int32 a = 5; }"),
    edition("message M { required int32 a = 1; }"),
    edition('message M { reserved "a"; }'),
    edition("message M { reserved a; }"),
    proto2("message M { reserved a; }"),
    proto3('message M { reserved "a"; }'),
    proto3("enum E { A = 0; reserved B; }"),
    # Defaults.
    proto3("message M { int32 a = 1 [default = 3]; }"),
    edition("message M { int32 a = 1 [default = 5]; }"),
    edition("message M { int32 a = 1 [default = 5, features.field_presence = IMPLICIT]; }"),
    proto2("message M { optional int32 a = 1 [default = 5000000000]; }"),
    proto2("message M { optional int32 a = 1 [default = 2147483647]; optional int32 b = 2 [default = -2147483648]; }"),
    proto2("message M { optional int32 a = 1 [default = -2147483649]; }"),
    proto2("message M { optional uint32 a = 1 [default = 4294967295]; optional fixed32 b = 2 [default = 0]; }"),
    proto2("message M { optional uint32 a = 1 [default = -1]; }"),
    proto2("message M { optional uint64 a = 1 [default = 18446744073709551615]; }"),
    proto2("message M { optional uint64 a = 1 [default = 18446744073709551616]; }"),
    proto2("message M { optional int64 a = 1 [default = 9223372036854775808]; }"),
    proto2("message M { optional int64 a = 1 [default = -9223372036854775808]; }"),
    proto2('message M { optional int32 a = 1 [default = "x"]; }'),
    proto2("message M { optional int32 a = 1 [default = 1.5]; }"),
    proto2("message M { optional float a = 1 [default = 1]; optional double b = 2 [default = -1.5e3]; }"),
    proto2("message M { optional float a = 1 [default = inf]; optional double b = 2 [default = -nan]; }"),
    proto2("message M { optional float a = 1 [default = 1e60]; }"),
    proto2("message M { optional float a = 1 [default = true]; }"),
    proto2("message M { optional bool a = 1 [default = true]; optional bool b = 2 [default = false]; }"),
    proto2("message M { optional bool a = 1 [default = 1]; }"),
    proto2("message M { optional string a = 1 [default = abc]; }"),
    proto2('message M { optional string a = 1 [default = "a" "b"]; optional bytes b = 2 [default = "\\377"]; }'),
    proto2("message M { repeated int32 a = 1 [default = 1]; }"),
    proto2("message M { optional M a = 1 [default = 1]; }"),
    proto2("enum E { A = 1; } message M { optional E a = 1 [default = A]; }"),
    proto2("enum E { A = 1; } message M { optional E a = 1 [default = B]; }"),
    proto2("enum E { A = 1; } message M { optional E a = 1 [default = 1]; }"),
    proto2("message M { optional int32 a = 1 [default = 1, default = 2]; }"),
    # Packed values.
    proto3("message M { int32 a = 1 [packed = true]; }"),
    proto3("message M { int32 a = 1 [packed = false]; }"),
    proto3("message M { repeated string a = 1 [packed = true]; }"),
    proto3("message M { repeated string a = 1 [packed = false]; }"),
    proto2("message M { repeated M a = 1 [packed = true]; }"),
    proto2("message M { repeated int32 a = 1 [packed = true]; }"),
    proto3("message M { map<int32, int32> a = 1 [packed = true]; }"),
    # Extensions.
    proto2("message M { extensions 5 to 10; } extend M {}"),
    proto2("message M { extensions 5 to 10; } extend M { ; }"),
    proto2("message M { extensions 5 to 10; } extend M { optional int32 a = 5;; }"),
    proto2("message M { extensions 5 to 7, 6 to 9; }"),
    proto2("message M { extensions 5 to 7, 8 to 9; extensions 10; }"),
    proto2("message M { extensions 5 to 7; reserved 6; }"),
    proto2("message M { extensions 5 to 7; reserved 8, 1 to 4; }"),
    proto2("message M { reserved 5 to 7, 7 to 9; }"),
    proto2("message M { reserved 5, 5; }"),
    proto2('message M { reserved "a", "a"; }'),
    proto2('message M { reserved "a"; reserved "a"; }'),
    proto2('message M { reserved "a", "b"; }'),
    proto2("enum E { A = 1; } message M { map<string, E> a = 1; }"),
    proto2("enum E { A = 0; } message M { map<string, E> a = 1; }"),
    proto2("enum E { A = 1; B = 0; } message M { map<string, E> a = 1; }"),
    proto3("message M { extensions 5; }"),
    proto2("message S { option message_set_wire_format = true; optional int32 a = 1; }"),
]
