import ProtobufSchema
import Testing

@Suite struct ProtoReaderTests {
    @Test func readsTheFilesOfThePackage() throws {
        let schema = try ProtoFolder.schema.get()
        #expect(schema.message(named: "maps.fleetengine.v1.Vehicle") != nil)
    }
}
