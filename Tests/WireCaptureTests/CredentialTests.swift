import ByteText
import JSONText
import TestSupport
import Testing

/// What a credential is, in texts, messages and headers; and what is none.
@Suite struct CredentialTests {
    private static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkcml2ZXIifQ.c2lnbmF0dXJlLXNhbXBsZQ"
    private static let key = "AIzaSyB1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R"

    @Test(
        arguments: [
            ("a \(token) b", token), ("x\\n\(token)", token), ("x=\(token)=;", token),
            ("\(token.prefix(30))", "\(token.prefix(30))"),
            // With the certificate's hash in front of the algorithm: RFC 7515, section 4.1.7.
            ("a eyJ4NXQiOiJhIn0.eyJzdWIiOiJkIn0.c2ln b", "eyJ4NXQiOiJhIn0.eyJzdWIiOiJkIn0.c2ln"),
            ("the key \(key) is not valid", key), ("?alt=json&key=\(key)&x=1", key), ("/a.B/C?key=short", "short"),
            ("?access_token=abc", "abc"), ("&x_api_key=ab%20c&", "ab%20c"),
            ("/a.B/C?$httpHeaders=Authorization%3ABearer%20abc%0D%0A", "Authorization%3ABearer%20abc%0D%0A"),
            ("https%3A%2F%2Fh%2Fp%3Fkey%3D\(key)%26x", "\(key)%26x"),
            ("ya29.a0AfB_byC1d2E3f4G5h6", "ya29.a0AfB_byC1d2E3f4G5h6"),
            ("1//0gABcdEFghIJklMNopQR", "1//0gABcdEFghIJklMNopQR"),
            ("GOCSPX-abcdefghijklmnop12", "GOCSPX-abcdefghijklmnop12"), ("got Bearer abcdefgh1 here", "abcdefgh1"),
            ("Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"), ("Basic YTpi", "YTpi"),
            ("https://jane:pa55@h.example/x", "jane:pa55"),
            ("curl -u jane:pa55 https://h.example", "jane:pa55"), ("curl --user 'jane:p a55' x", "jane:p a55"),
            ("curl -u=jane:pa55", "jane:pa55"), (#"{"run": "curl -u \"jane:pa55\" x"}"#, "jane:pa55"),
            ("curl -sU jane -u :pa55", ":pa55"), ("curl --proxy-user=jane:pa55 x", "jane:pa55"),
            ("https://h/o?se=2030&sig=ab%2Fcd%3D&sp=r", "ab%2Fcd%3D"), ("https%3A%2F%2Fh%2Fo%3Fa%26sig%3Dabc", "abc"),
            ("https://h/o?signature=ab-c&x=1", "ab-c"), ("https://h/o?X-Amz-Signature=0a1b&x=1", "0a1b"),
            ("https://h/o?a=b&X-Goog-Signature=0a1b", "0a1b"),
            // URLs with which everybody can write to a chat.
            (
                "POST https://hooks.slack.com/services/T0A1B2C3D/B0E1F2G3H/aB3dE5fG7hI9jK1l failed",
                "T0A1B2C3D/B0E1F2G3H/aB3dE5fG7hI9jK1l"
            ),
            (
                "https://discord.com/api/webhooks/1105123456789012345/Qw-Er_Ty12?wait=true",
                "1105123456789012345/Qw-Er_Ty12"
            ),
            (
                #"{"url": "https://api.telegram.org/bot123456789:AAFsampleSample-x_1/sendMessage"}"#,
                "123456789:AAFsampleSample-x_1/sendMessage"
            ),
            (
                "https://canary.discord.com/api/v10/webhooks/1105123456789012345/Qw-Er_Ty12",
                "1105123456789012345/Qw-Er_Ty12"
            ),
            ("GET api.telegram.org/file/bot123456789:AAFsampleSample/a.jpg", "123456789:AAFsampleSample/a"),
            (
                #"{"url":"https:\/\/hooks.slack.com\/services\/T0A1B2C3D\/B0E1F2G3H\/aB3dE5fG7hI9jK1l"}"#,
                #"T0A1B2C3D\/B0E1F2G3H\/aB3dE5fG7hI9jK1l"#
            ),
            (
                "?to=https%3A%2F%2Fapi.telegram.org%2Fbot123456789%3AAAFsampleSample%2FgetMe&x=1",
                "123456789%3AAAFsampleSample%2FgetMe"
            ),
            ("authorization: Digest abc12345", "Digest abc12345"), ("Cookie: a=b; sid=hunter2x", "a=b; sid=hunter2x"),
            (#"{"token": "abcd1234efgh"}"#, "abcd1234efgh"), (#"{\"api_token\":\"abcd1234efgh\"}"#, "abcd1234efgh"),
            // Firebase's token of an app, and Telegram's of a bot.
            ("Refreshed token: c3Ab_dEfGhIjKlMnOpQrSt:APA91bSample-x", "c3Ab_dEfGhIjKlMnOpQrSt:APA91bSample-x"),
            ("BOT_TOKEN=123456789:AAFsampleSample", "123456789:AAFsampleSample"), ("token=abcd1234: bad", "abcd1234"),
            ("token=q5przi0tmp6x:kl0qg:2gdj3jyumq04: bad", "q5przi0tmp6x:kl0qg:2gdj3jyumq04"),
            ("password=hunter", "hunter"), ("client_secret: 8f14e45f", "8f14e45f"),
            ("api-key: 8f14e45fceea167a5a36dedd4bea2543", "8f14e45fceea167a5a36dedd4bea2543"),
            (
                "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
                "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"
            ),
            ("-----BEGIN PRIVATE KEY-----\nMIIE", "-----BEGIN PRIVATE KEY-----\nMIIE"),
        ] as [(String, String)])
    func textsAreShownWithoutCredentials(text: String, credential: String) {
        let shown = text.replacing(credential, with: Credentials.replacement(size: credential.utf8.count))
        #expect(Credentials.hidden(in: text) == shown)
        #expect(Credentials.hidden(in: shown) == shown)
    }

    @Test func textBehindACredentialInAStringIsShown() {
        let shown = Credentials.hidden(inJSON: #"{"a": "got Bearer abcdefgh1 here", "b": "c"}"#)
        #expect(shown == #"{"a": "got Bearer \#(Credentials.replacement(size: 9)) here", "b": "c"}"#)
    }

    @Test func stringsOfJSONWithCredentialsAreNotShown() {
        let shown = Credentials.hidden(inJSON: #"{"token": ["ab\"cdefgh1", "c"], "otp": 1234, "b\"": "c"}"#)
        #expect(shown == #"{"token": ["\#(Credentials.replacement(size: 11))", "c"], "otp": 1234, "b\"": "c"}"#)
    }

    /// Pieces of credentials that are wrapped, and dumps of metadata in the notations of many languages.
    @Test(
        arguments: [
            ("token ya29.a0AfH6SMBx7Qw9Zr\nTn4kPvLmY2cD8sE1gJ rejected", "ya29.a0AfH6SMBx7Qw9Zr\nTn4kPvLmY2cD8sE1gJ"),
            (
                "> key AIzaSyB1c2D3e4F\r\n> 5g6H7i8J9k0L1m2N3o4P5q6R bad",
                "AIzaSyB1c2D3e4F\r\n> 5g6H7i8J9k0L1m2N3o4P5q6R"
            ),
            (
                #"a eyJhbG\n| ciOiJSUzI1NiJ9.eyJzdWIiOiJk\n| cml2ZXIifQ.c2lnbmF0 b"#,
                #"eyJhbG\n| ciOiJSUzI1NiJ9.eyJzdWIiOiJk\n| cml2ZXIifQ.c2lnbmF0"#
            ),
            (
                "a eyJhbGci OiJSUzI1NiJ9.eyJzdWIiOiJk cml2ZXIifQ.c2lnbmF0 Z3JwYzEyMzRhYmNkRUZHSDU2Nzg",
                "eyJhbGci OiJSUzI1NiJ9.eyJzdWIiOiJk cml2ZXIifQ.c2lnbmF0"
            ),
            (
                "eyJhbGciOiJSUzI1NiJ9 .eyJzdWIiOiJkcml2ZXIifQ.c2ln b",
                "eyJhbGciOiJSUzI1NiJ9 .eyJzdWIiOiJkcml2ZXIifQ.c2ln"
            ),
            ("Bearer s3cretOpaque99\n  Tn4kPvLmY2cD8sE1gJ", "s3cretOpaque99\n  Tn4kPvLmY2cD8sE1gJ"),
            ("bad%20ya29.a0AfH6SMBx7Qw9Zr%0ATn4kPvLmY2cD8sE1gJ", "ya29.a0AfH6SMBx7Qw9Zr%0ATn4kPvLmY2cD8sE1gJ"),
            ("a %2522token%2522%253A%2522opaque8token%2522", "opaque8token%2522"),
            ("_Metadatum(key='authorization', value='Token s3cretOpaque99')", "Token s3cretOpaque99"),
            ("[('cookie', 'sid=s3cretOpaque99'), ('a', 'b')]", "sid=s3cretOpaque99"),
            (#""authorization"=>"Token s3cretOpaque99""#, "Token s3cretOpaque99"),
            ("{ 'x-api-key' => [ 'q2W3e4R5t6Y7u8I9o0P1a2' ] }", "q2W3e4R5t6Y7u8I9o0P1a2"),
            (#"{"name":"cookie","value":"sid=s3cretOpaque99"}"#, "sid=s3cretOpaque99"),
            (#"{\"key\": \"authorization\", \"value\": \"Token s3cret99\"}"#, "Token s3cret99"),
            (#"https://x/?access_token\u003ds3cret\u0026a\u003d1"#, "s3cret"),
            (#"a token\u003Ds3cret\u0026"#, "s3cret"),
            (#"{"password":"hun\"ter2secret","a":"b"}"#, #"hun\"ter2secret"#),
            (#"{"password":"hunter\\","a":"b"}"#, #"hunter\\"#),
            (#"{\"password\":\"hun\\\"ter2\",\"a\":1}"#, #"hun\\\"ter2"#),
            ("Authorization:\tBearer\topaque8token", "Bearer\topaque8token"),
            ("authorization:\n    Bearer\n    opaque8token", "opaque8token"),
            ("grpc-message\tx\nauthorization\tToken\topaque8token", "Token\topaque8token"),
            ("%22access_token%22%3A%22opaque8token%22%7D", "opaque8token%22%7D"),
            ("&quot;access_token&quot;:&quot;opaque8token&quot;", "opaque8token"), ("passphrase=hunter", "hunter"),
            ("&#34;access_token&#34;:&#34;opaque8token&#34;", "opaque8token"),
            (#"{\u0022access_token\u0022: \u0022opaque8token\u0022}"#, "opaque8token"),
            (#"got Cookie: theme="dark"; SID=s3cretOpaque99"#, #"theme="dark"; SID=s3cretOpaque99"#),
            (#"Cookie: SID="s3cretOpaque99"; a="b c""#, #"SID="s3cretOpaque99"; a="b c""#),
            (#"-H 'cookie: a="b"; SID=s3cretOpaque99' x"#, #"a="b"; SID=s3cretOpaque99"#),
            (#"Authorization: Custom id="a", mac="s3cretOpaque99""#, #"Custom id="a", mac="s3cretOpaque99""#),
            (#"{"m":"Cookie: a=\"b c\"; SID=s3cretOpaque=","n":9}"#, #"a=\"b c\"; SID=s3cretOpaque="#),
            (#"{"m":"Cookie: a=\"s3cretOpaque=","n":"9"}"#, #"a=\"s3cretOpaque="#),
            (#"Bearer "opaque8token""#, "opaque8token"), ("Bearer:opaque8token", "opaque8token"),
            // Values that begin with an escape of JSON, without quotes of their own.
            (#""url?token=\/opaque8token""#, #"\/opaque8token"#), (#""password=\u0026hunter2""#, #"\u0026hunter2"#),
            (#""Bearer \/opaque8token""#, #"\/opaque8token"#), (#""curl -u \u0026jane:pa55 x""#, #"\u0026jane:pa55"#),
            (#""x-api-key: \/AbC123dEf456GhI789""#, #"\/AbC123dEf456GhI789"#),
            (#"{"a":"{\"b\":\"password=\\u0026hunter2\"}"}"#, "u0026hunter2"),
        ] as [(String, String)])
    func dumpsAndWrappedTextsAreShownWithoutCredentials(text: String, credential: String) {
        textsAreShownWithoutCredentials(text: text, credential: credential)
    }

    /// Commands from the history of a shell or from "Copy as cURL" of a browser, whose options are those of curl's manual:
    /// https://curl.se/docs/manpage.html
    @Test(
        arguments: [
            (#"curl -b "sid=S" https://h"#, "sid=S"), ("curl --cookie sid=hunter2 https://h", "sid=hunter2"),
            ("curl 'https://h' -b $'SID=a!b; c=d' x", "SID=a!b; c=d"), (#"curl "h" -b ^"SID=a1^" ^"#, "SID=a1^"),
            ("curl -uuser:pw https://h", "user:pw"), ("curl -sSu user:pw https://h", "user:pw"),
            ("tool --token opaque8token x", "opaque8token"), ("tool -password 'hunter' x", "hunter"),
            ("tool --password hunter2 x", "hunter2"), ("tool --client-secret 8f14e45f", "8f14e45f"),
            ("curl -H 'x-api-key: 550e8400-e29b-41d4-a716-446655440000'", "550e8400-e29b-41d4-a716-446655440000"),
            ("export JWT_SECRET=correcthorse", "correcthorse"), ("DB_PASS=hunter", "hunter"),
            (#"DB_PASS=\$hunter"#, "$hunter"),
            ("X-CSRF-Token: 2024-08-31hunter", "2024-08-31hunter"), ("UID=sa;PWD=hunter", "hunter"),
            ("UID=sa;PWD=/hunter", "/hunter"),
            // Programs that take a password behind other options, and the file .netrc.
            ("sshpass -p hunter ssh jane@h", "hunter"), ("sshpass -p 'hun ter' ssh jane@h", "hun ter"),
            ("mysql -u root -phunter", "hunter"), ("mysqldump -uroot -p'hunter' fleet", "hunter"),
            ("docker login -u jane -p $hunter h", "$hunter"), ("docker login -p 482193 h", "482193"),
            ("keytool -list -storepass hunter2", "hunter2"),
            ("openssl rsa -passin pass:hunter22 -in key", "hunter22"),
            ("mysql -u root; tool -password hunter2", "hunter2"),
            (#"["curl", "-ujane:hunter", "https://h"]"#, "jane:hunter"), ("curl.exe -ujane:hunter", "jane:hunter"),
            (#"curl -b "Cookie: SID=opaque8token" h"#, "SID=opaque8token"),
            ("redis-cli -h h -a hunter2 ping", "hunter2"), ("tool --pass hunter22 x", "hunter22"),
            ("machine h login jane password hunter2", "hunter2"),
            ("machine h login jane password variable2", "variable2"),
            ("machine h\n  login jane\n  password hunter2\n", "hunter2"),
        ] as [(String, String)])
    func commandsAreShownWithoutCredentials(text: String, credential: String) {
        textsAreShownWithoutCredentials(text: text, credential: credential)
    }

    /// XML of Apple's and Android's preferences, Kubernetes' variables, and dumps of Swift, Go, Python and nginx.
    @Test(
        arguments: [
            ("<token>opaque8token</token>", "opaque8token"), ("<password>\n  hun ter2\n</password>", "hun ter2"),
            (#"<string name="auth_token">opaque8token</string>"#, "opaque8token"),
            ("<key>authToken</key>\n\t<string>opaque8token</string>", "opaque8token"),
            (#"<add key="Password" value="hunter"/>"#, "hunter"),
            ("- name: FLEET_TOKEN\n  value: opaque8token\n- name: A", "opaque8token"),
            (#"[{"key":"password","value":"hunter","type":"string"}]"#, "hunter"),
            (#"accessToken: Optional("opaque8token")"#, "opaque8token"),
            (#"MD{"x-api-token":[]string{"opaque8token"}}"#, "opaque8token"),
            // Each string of a list.
            (#"{"tokens": ["opaque8token", "opaque8token"], "vehicle": "vehicle_1234"}"#, "opaque8token"),
            (#"{\"tokens\":[\"opaque8token\", \"opaque8token\",\"opaque8token\"]}"#, "opaque8token"),
            ("tokens: [\n  'opaque8token',\n  'opaque8token'\n]", "opaque8token"),
            (#"Secrets:[]string{"opaque8token", "opaque8token"}, Vehicle:"vehicle_1234""#, "opaque8token"),
            (#"Secrets:["opaque8token" "opaque8token"] Vehicle:"vehicle_1234""#, "opaque8token"),
            ("'set-cookie': [ 'NID=511a; Path=/', 'NID=511a; Path=/' ],\n  date: 'Fri'", "NID=511a; Path=/"),
            (#"{"tokens": ["opaque8token", {"vehicle": "vehicle_1234"}]}"#, "opaque8token"),
            ("(('x-api-token', b'opaque8token'), ('a', b'b'))", "opaque8token"),
            (#"{\x22access_token\x22:\x22opaque8token\x22}"#, "opaque8token"),
            ("&#x22;access_token&#x22;:&#x22;opaque8token&#x22;", "opaque8token"),
            ("&#x27;access_token&#x27;: &#039;opaque8token&#039;", "opaque8token"),
            ("a ya29.c.b0Aaekm1K2l3M4n5O6p7 b", "ya29.c.b0Aaekm1K2l3M4n5O6p7"), ("cookie: sid=S; a=b", "sid=S; a=b"),
            ("map[authorization:[Bearer opaque8token] user-agent:[grpc-go]]", "Bearer opaque8token"),
            ("Metadata(authorization=Bearer opaque8token,te=trailers)", "Bearer opaque8token"),
            ("authorization: Bearer opaque8|token", "Bearer opaque8|token"), ("session=1725133842", "1725133842"),
            (#"apiToken := "opaque8token""#, "opaque8token"), (#"NSString *token = @"opaque8token";"#, "opaque8token"),
            (#"{"otp": "4821"}"#, "4821"), (#"{"pass": "hunter22"}"#, "hunter22"), ("/login?pass=hunter", "hunter"),
            (
                "JWT_SECRET=-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nA=1",
                "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"
            ),
            // A key that was cut ends with its string.
            (
                #"{"private_key":"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq1...","trip":"t1"}"#,
                #"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq1..."#
            ),
            (
                #"secret = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq1" + "-----END PRIVATE KEY-----";"#,
                #"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq1" + "-----END PRIVATE KEY-----"#
            ),
            (
                #"key = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkq1", "-----END PRIVATE KEY-----"];"#,
                #"-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkq1", "-----END PRIVATE KEY-----"#
            ),
            ("login_otp=4821", "4821"), (#""startOtp":"4821""#, "4821"), (#""otpCode": 482193"#, "482193"),
            (#"{"otp":4821,"trip_id":"t1"}"#, "4821"), (#"{"otp":[4821,4821],"trip_id":"t1"}"#, "4821"),
            ("ssl_key_pass=hunter", "hunter"), ("%22pass%22%3A%22hunter22", "hunter22"),
            (#"{"password": 4821}"#, "4821"),
            ("PHPSESSID=opaque8token", "opaque8token"),
            ("x-api-token: /opaque8token", "/opaque8token"),
            // The size of another credential behind it is not in its place.
            (#"{"password":"(a)","t":"(9 bytes, not shown)"}"#, "(a)"),
        ] as [(String, String)])
    func configurationsAreShownWithoutCredentials(text: String, credential: String) {
        textsAreShownWithoutCredentials(text: text, credential: credential)
    }

    /// Tokens of other services, which need no name before them; letters of escapes may stand there.
    @Test(arguments: [
        "ghp_0Sample1Sample2Sample3Sample4Sample5", "github_pat_0Sample1Sample2_Sample3Sample4",
        "glpat-0Sample1Sample2Sampl", "xoxb-0000000000-Sample1Sample2", "xapp-1-SAMPLE0-0000-sample",
        "sk_live_0Sample1Sample2", "whsec_0Sample1Sample2Sample3", "SG.0Sample1Sample2Sample3.Sample4",
    ])
    func tokensOfOtherServicesAreHidden(token: String) {
        for text in [
            "got \(token), 403", #""m\n\#(token)""#, "bad%20\(token)%20", #"u\u003d\#(token)"#, "(\(token))",
            "a\t\(token)",
        ] {
            textsAreShownWithoutCredentials(text: text, credential: token)
        }
    }

    /// The code with which Google's sign-in comes back to an app:
    /// https://developers.google.com/identity/protocols/oauth2/web-server#handlingresponse
    @Test(arguments: ["4/", "4%2F"])
    func codesOfSignInsAreHidden(head: String) {
        let code = "0AeaYSHBq1Sample2Sample3Sample4-Sample5_Sample6"
        textsAreShownWithoutCredentials(text: "https://h/back?code=\(head)\(code)&scope=x", credential: code)
    }

    @Test(arguments: [
        ":authority: 127.0.0.1:50051", #"":authority": "host-8.example.com""#, "author=jane1234",
        "tokenExpiry: 2024-08-31T19:50:42Z",
        #""token_uri": "https://oauth2.googleapis.com/token""#, "GOOGLE_APPLICATION_CREDENTIALS=/home/jane/key2.json",
        "--cert client2024.pem", "--cookie cookies2024.txt", "curl -b cookies.txt -c cookies.txt",
        "--token-file /run/x1234", "PWD=/home/jane/app OLDPWD=/srv", "secretName: fleet-engine-key-2024",
        "the option --password is deprecated", "use --token <token> or $TOKEN", "git checkout -b feature/trip-12345",
        "rsync -au host:path x", "session: providers/acme/trips/trip_2024", "<key>trip_id</key>",
        "<token> trip_12345678",
        "-url: https://h/x", "FLEET_TOKEN\n  valueFrom: abcd1234", #"{"auth_time": 1725133842}"#,
        "<token></token>vehicle_1234", "imagePullSecret: fleet-registry", "--- PASS: TestTrip (0.00s)", "pass: 12",
        "laptop: 12", "BOOTP: added", "otp: invalid", "login_otp=expired", "xPASS: trip-test-2024", "-uid:1000",
        "-username:jane",
        "psql -U login -p 5432 fleet", "timestampAuthorities: jane1234", "PASS: trip-test-2024",
        "aws sso login -profile dev",
        "login needs a password that is long",
        #"{"cmd":"mysql -u root -p","trip":"t1"}"#, #"("docker login -p"), "x""#, #"{"docker login -p":"x"}"#,
        "docker run --name mysql -p 3306:3306 -d",
        "MSG.vehicleLocationUpdated1Handler", "com.acme.SG.vehicleLocationUpdated1",
        "task_live_1234567890123", "vehicle_ghp_1234567890123",
        #"{"isSecret":true,"clientSecret":null,"a":1}"#, #"{"a":"<password>","b":"c</d>"}"#,
    ])
    func placesTimesAndOtherOptionsStay(text: String) { otherTextsStay(text: text) }

    @Test(arguments: [
        "token \(token)\nx-goog-request-params: trip_id=1", "key \(key)\nUpdateDeliveryVehicleLocation failed",
        "use \(token)\n\nZ3JwYzEyMzRhYmNkRUZHSDU2Nzg", "Bearer opaque8token\n\tat io.grpc.stub.ClientCalls.toStatus",
    ])
    func linesBehindCredentialsStay(text: String) {
        let rest = text.drop { $0 != "\n" }
        #expect(Credentials.hidden(in: text).hasSuffix("bytes, not shown)" + rest))
    }

    @Test(arguments: [
        "providers/acme/vehicles/550e8400-e29b-41d4-a716-446655440000",
        "trip not found: trip_2024-08-31T19:50:42Z-driver77",
        "place ChIJN1t_tDeuEmsRUsoyG83frY4", "x-request-id: 8f14e45fceea167a5a36dedd4bea2543", "invalid token: expired",
        "Send \"authorization: Bearer {token}\" with each call", "Bearer authentication is needed",
        "Basic authentication",
        "key: max_speed_limit", "page_token=abcd1234efgh5678", "mail jane@example.com", "http://h/a@b",
        "see https://api.telegram.org/bot<token>/getMe", "https://hooks.slack.com/services/...",
        "https://hooks.slack.com/help/articles/1234567890123456",
        "https://discord.com/channels/1105123456789012345/1105123456789012346", "eyJhIjoxfQ",
        "_p~iF~ps|U_ulLnnqC_mqNvxq`@", "19:50:42 session: closed", "traceparent 00-8f14e45fceea167a5a36dedd4bea2543-01",
        "",
        "grpc-status: 16", "token_type: Bearer", "update_mask=vehicle_state,last_location", "The key names a field.",
        #"{"message": "invalid token", "remainingDistance2": 1}"#, #""kind":"session","remainingDistanceMeters":1"#,
        "{\n  \"message\": \"wrong password:\",\n  \"method\": \"x\"\n}", #"["password:"]"#, "password:\nand more",
        #"fields: "token", "driver_id", "key", "max_speed_limit_2024_08_31""#, "token => trip", "a\ttoken\tdriver",
        "docker run -u 1000:1000 x", "git push -u origin main:main", "sqlmap -u https://h/x", "-u: the user",
        "-u 12:30", "design=abcd1234", "signal: q2W3e4R5t6Y7u8I9o0P1a2", "-u jane:", "-",
        "UpdateDeliveryVehicleLocation", "client > 10.0.0.1:443", "type.googleapis.com/google.rpc.ErrorInfo",
    ])
    func otherTextsStay(text: String) { #expect(Credentials.hidden(in: text) == text) }

    @Test(arguments: ["key", "token", "authorization", "password"])
    func contentOfMessagesIsJudgedByFormAlone(name: String) {
        let json = Array(#"{"\#(name)":"speed_limit_2024","value":"550e8400-e29b-41d4-a716-446655440000"}"#.utf8)
        #expect(Credentials.hidden(in: json, formsOnly: true) == json)
        for secret in [Self.token, Self.key, "ya29.a0AfB_byC1d2E3f4G5h6"] {
            for space in 0..<9 {
                let text = String(repeating: " ", count: space) + #"{"\#(name)":"\#(secret)"}"#
                let shown = text.replacing(secret, with: Credentials.replacement(size: secret.utf8.count))
                #expect(Credentials.hidden(in: Array(text.utf8), formsOnly: true) == Array(shown.utf8))
            }
        }
    }

    @Test(
        arguments: [
            "authorization", "Authorization", "proxy-authorization", "cookie", "set-cookie", "x-goog-api-key",
            "x-api-key",
            "x-auth-token", "x-goog-iam-authorization-token", "x-session-id", "x-client-secret", "x-passwd", "dpop",
            "x-firebase-appcheck", "x-goog-iap-jwt-assertion", "x-forwarded-client-cert", "x-signature",
            "auth-token-bin",
        ])
    func headersAreJudgedByTheirNames(name: String) {
        #expect(Credentials.show(header: name, value: Array("x".utf8)[...]) == .hidden)
    }

    @Test(
        arguments: [
            ("x-custom", token), ("x-custom", "8f14e45fceea167a5a36dedd4bea2543"),
            ("x-foo", "v1 q2W3e4R5t6Y7u8I9o0P1a2"),
            ("x-foo", key), ("x-data-bin", "ZXlKaGJHY2lPaUpTVXpJMU5pSjkuZXlKemRXSWlPaUprY21sMlpYSWlmUS5jMmxu"),
            // As text, where base64 belongs; behind padding; and among other values.
            ("x-data-bin", key), ("x-data-bin", "password=hunter2"), ("x-data-bin", "Bearer abcdefgh12345678"),
            ("x-data-bin", "cGFzc3dvcmQ9aHVudGVyMg=="), ("x-data-bin", "AAAA,cGFzc3dvcmQ9aHVudGVyMg"),
            ("x-data-bin", "AAAA, cGFzc3dvcmQ9aHVudGVyMg"),
        ])
    func headersOfUnknownNamesAreJudgedByForm(name: String, value: String) {
        let shown = Credentials.show(header: name, value: Array(value.utf8)[...])
        guard case .text(let text) = shown else { return #expect(shown == .hidden) }
        #expect(String(decoding: text, as: UTF8.self).contains("not shown"))
    }

    @Test(
        arguments: [
            ("x-goog-request-params", "trip_id=550e8400e29b41d4a716446655440000"), (":path", "/a.b.Service/GetTrip"),
            ("x-request-id", "8f14e45fceea167a5a36dedd4bea2543"), ("user-agent", "grpc-swift-nio/2.1.0 iOS/17.5.1"),
            ("x-cloud-trace-context", "8f14e45fceea167a5a36dedd4bea2543/123;o=1"),
            (":authority", "fleetengine.googleapis.com"),
            ("traceparent", "00-8f14e45fceea167a5a36dedd4bea2543-8f14e45fceea167a-01"),
            ("etag", "8f14e45fceea167a5a36dedd4bea2543"),
            ("x-vehicle", "550e8400-e29b-41d4-a716-446655440000"), ("content-type", "application/grpc-web+proto"),
            ("date", "Sun, 31 Aug 2025 19:50:42 GMT"), ("keep-alive", "timeout=5"), ("grpc-timeout", "20000m"),
            ("access-control-allow-headers", "authorization,x-goog-api-key"),
            ("x-goog-api-client", "gl-java/17 grpc/1.62.2"),
        ])
    func otherHeadersStay(name: String, value: String) {
        #expect(Credentials.show(header: name, value: Array(value.utf8)[...]) == .text(Array(value.utf8)[...]))
    }

    @Test func binaryHeadersAndAuthoritiesAreOpened() {
        let details = Credentials.show(header: "grpc-status-details-bin", value: Array("CAUSBnVuIGtleQ".utf8)[...])
        #expect(details == .binary)
        for (user, host) in [("jane:pass", "host:443"), ("jane", "host")] {
            let authority = Credentials.show(header: ":authority", value: Array("\(user)@\(host)".utf8)[...])
            #expect(authority == .text(Array("(\(user.utf8.count) bytes, not shown)@\(host)".utf8)[...]))
        }
    }

    /// Texts are looked through many bytes at a time, wherever a credential begins, and whatever stands around it.
    @Test(arguments: [
        token, key, "ya29.a0AfB_byC1d2E3f4G5h6", "ya29.c.b0AfB_byC1d2E3f4G5h6", "1//0gABcdEFghIJklMNopQR",
        "GOCSPX-abcdefghijklmnop12",
        "-----BEGIN PRIVATE KEY-----\\nMIIB\\n-----END PRIVATE KEY-----",
        #"-----BEGIN PRIVATE KEY-----\n" + "MIIB\n" + "-----END PRIVATE KEY-----"#,
    ])
    func formsAreFoundAnywhere(credential: String) {
        let replacement = Credentials.replacement(size: credential.utf8.count)
        for filler in [" ", "2 ", "/ ", "B ", "zJX9 ", "29 // "] {
            for count in 0..<16 {
                let before = String(repeating: filler, count: count)
                for behind in ["", " ", "\", \"a\": 29"] {
                    let hidden = Credentials.hidden(in: Array("\(before)\(credential)\(behind)".utf8), formsOnly: true)
                    #expect(String(decoding: hidden, as: UTF8.self) == before + replacement + behind)
                }
            }
        }
    }

    /// Strings that end behind the name of a credential or within one, or go on behind an escape.
    @Test(arguments: [
        "Password:\nLogin incorrect", "DB_PASSWORD=\nPORT=8080", "secret=\t", "--token \u{2028}x", "-u \u{1}jane:pa55",
        "Authorization: \u{1}abcd1234", "got Cookie: a='", "got Cookie: a=\"", "authorization: \n opaque8token",
        #"{"token":"\nopaque8token"}"#, "-----BEGIN PRIVATE KEY-----\nopaque8token",
        "-----BEGIN PRIVATE KEY-----\nopaque8token\\\"}", "token=\u{8}opaque8token", #"token=\b-opaque8token"#,
        #"token=\\/opaque8token"#,
        "-----BEGIN PRIVATE KEY-----\n\" + \"opaque8token\" + \"-----END PRIVATE KEY-----\\n",
    ])
    func jsonStaysValid(text: String) {
        let json = Array(#"{"a": "#.utf8) + JSONPrinter.quoted(text) + Array(#", "b": "x"}"#.utf8)
        let hidden = Credentials.hidden(in: json, formsOnly: text.hasPrefix("-----"), isJSON: true)
        let (value, problem) = JSONValue.read(hidden)
        #expect(problem == nil && value?["b"]?.string == "x", "\(String(decoding: hidden, as: UTF8.self))")
        #expect(value?["a"]?.string?.contains("opaque8token") == false)
    }

    /// Some forms have letters before their word, which may be the end of a credential before.
    @Test(arguments: [
        "AIzaAAAAAAAAAAAAAAAAya29.abcdefghijk", "eyJhbGciOiJIUzI1//0abcdefghijklmnopqrs",
        "ya29.abcdefghijk1//0abcdefghijklmnopqrstuvwxyz", "token=aaaaaaaa1//0abcdefghijklmnopqrstuvwxyz",
    ])
    func credentialsThatTouchAreHidden(text: String) {
        for hidden in [
            Credentials.hidden(in: text),
            String(decoding: Credentials.hidden(in: Array(text.utf8), formsOnly: true), as: UTF8.self),
        ] {
            #expect(!hidden.contains("abcdefghi"), "\(hidden)")
        }
    }

    /// Each text is made of what a credential begins with, so that every place looks ahead.
    @Test(
        .timeLimit(.minutes(2)),
        arguments: Exhaustive.elements(
            of: [
                "eyJ", "eyJ.", ".eyJ", "Bearer ", "key=", "token: ", "\"token\":\"", "://", "://a:b", "-----BEGIN ",
                "AIza", "%3D", "ya29.", "?key=&", "1//0", "ya29.a\n", "eyJ\n", "eyJhbGciOiJIUzI1\n", "token\t",
                "'key', ", "token\\u003d", #"token:\""#, #""token": " \""#, "key%22:", "cookie:\t",
                "\"key\",\"value\":", #"cookie: a="b"#, #"cookie: a=\"b"#, "%2520", #"\x22"#, "token>a", "<token>a",
                "<key>token</key><string>", "--token 'a", "-b a=", "-b \"a=", "-su a:", "-ua", "token: Optional(",
                "--token]", "-key%20.", "-b]", "authorization: Bearer a1b2c3d4 ", "Basic:",
                "bearer:", "bearer=x:", "mysql -p'", "mysql -p ", "login password ", "redis-cli -a ", "curl -u",
                "PWD=/", "otp: [1, ", "\"otp\":[1,", "4/0A", "SG.a", "ghp_",
                "key: \"-----BEGIN PRIVATE KEY-----A1b2C3d4E5f6G7h8\",",
            ], inDebugEvery: 5))
    func searchIsLinear(part: String) {
        let text = String(repeating: part, count: Exhaustive.size(200_000, inDebug: 5000))
        _ = Credentials.hidden(in: text)
        _ = Credentials.hidden(in: Array(text.utf8), formsOnly: true)
    }

    // MARK: Characters that cannot be seen

    /// The table holds every character that Unicode says is a control, a separator, ignorable or about direction, and no
    /// letter, mark, number, sign or space.
    @Test func invisibleCharactersAreThoseOfUnicode() {
        var wrong: [Unicode.Scalar] = []
        // The planes that have letters, and the tags; others are of ideographs, of private use or empty.
        for range in [0..<UInt32(Exhaustive.size(0x11_0000, inDebug: 0x2_0000)), 0xE_0000..<0xE_1000] {
            for case let scalar? in range.lazy.map(Unicode.Scalar.init) {
                let properties = scalar.properties
                let category = properties.generalCategory
                let isControl = category == .control || category == .lineSeparator || category == .paragraphSeparator
                if isControl || properties.isDefaultIgnorableCodePoint || properties.isBidiControl {
                    if !scalar.isInvisible { wrong.append(scalar) }
                } else if scalar.isInvisible, category != .format, category != .unassigned {
                    wrong.append(scalar)
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        ("a\u{1B}[2Jb", #"a\x1b[2Jb"#), ("a\r\n\tb", #"a\r\n\tb"#), ("\u{9B}31m", #"\u{9b}31m"#),
        ("\u{202E}x", #"\u{202e}x"#),
        ("ä €😀", "ä €😀"), ("\u{2028}\u{AD}\u{3164}", #"\u{2028}\u{ad}\u{3164}"#), ("", ""), ("\u{7F}", #"\x7f"#),
    ])
    func escapesStandForWhatCannotBeSeen(text: String, shown: String) {
        #expect(VisibleText.escaping(text) == shown)
    }

    @Test(arguments: [("\u{202E}\u{7F}ä\u{E0041}", #""\u202e\u007fä\udb40\udc41""#), ("ä€😀カーЩ", "\"ä€😀カーЩ\"")])
    func escapesInJSONMeanTheSame(text: String, json: String) {
        #expect(String(decoding: JSONPrinter.quoted(text), as: UTF8.self) == json)
    }

    /// Every character that Unicode has, each by itself.
    @Test func noInvisibleCharacterIsInJSON() throws {
        for value in stride(from: 0, to: 0x11_0000, by: Exhaustive.size(1, inDebug: 7)) {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let json = JSONPrinter.quoted(String(scalar))
            let isPlain = json == Array("\"\(scalar)\"".utf8)
            #expect(isPlain == !(scalar.isInvisible || scalar == "\"" || scalar == "\\"), "\(value)")
        }
    }
}
