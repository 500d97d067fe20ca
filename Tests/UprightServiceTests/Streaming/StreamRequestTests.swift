internal import UprightJSON
import Testing
import UprightEngine
import UprightGeodata

@Suite struct StreamRequestTests {
    func mistake(_ line: String) -> StreamRequestError? {
        do throws(StreamRequestError) {
            _ = try StreamRequest(parsing: line.utf8)
            return nil
        } catch { return error }
    }

    @Test func pathsAndBytesAreRead() throws {
        let file = try StreamRequest(parsing: #"{"id":"a","source":"in/a.jpg","output":"/out/b.jpg"}"#.utf8)
        #expect(file.place == .file(source: "in/a.jpg", output: "/out/b.jpg"))
        #expect(file.id.serialized == "\"a\"" && file.edits.isEmpty && file.position == nil)
        let line =
            #"{"id":8,"length":0,"echo":false,"position":[48,11.5,-3],"edits":{"remove":"GPS:all","set":{"EXIF:Artist":"A","IPTC:Keywords":["b","c"]},"rename":{"EXIF:Artist":"EXIF:Copyright"}}}"#
        let bytes = try StreamRequest(parsing: line.utf8)
        #expect(bytes.place == .bytes(name: "picture", length: 0, echoes: false))
        #expect(bytes.position == Position(latitude: 48, longitude: 11.5, altitude: -3))
        // Removing a position is one edit for Exif and one for the other carriers.
        #expect(bytes.edits.count == 5)
    }

    @Test(arguments: [
        ("[]", "expected an object in JSON, found an array"),
        (#"{"source":"a","output":"b"}"#, "\"id\""),
        (#"{"id":1.5,"source":"a","output":"b"}"#, "\"id\""),
        (#"{"id":1,"source":"a"}"#, "\"output\""),
        (#"{"id":1,"source":"a/","output":"b"}"#, "\"source\""),
        (#"{"id":1,"source":"a\u0000","output":"b"}"#, "\"source\""),
        (#"{"id":1,"source":"a","output":"b","length":3}"#, "\"length\""),
        (#"{"id":1,"length":-1}"#, "\"length\""),
        (#"{"id":1,"length":1.5}"#, "\"length\""),
        (#"{"id":1,"lenght":3}"#, "lenght"),
        (#"{"id":1,"length":3,"nane":"x"}"#, "nane"),
        (#"{"id":1,"length":3,"echo":1}"#, "\"echo\""),
        (#"{"id":1,"length":3,"position":[91,0]}"#, "\"position\""),
        (#"{"id":1,"length":3,"position":"48,11"}"#, "\"position\""),
        (#"{"id":1,"length":3,"edits":{"ste":{}}}"#, "ste"),
        (#"{"id":1,"length":3,"edits":{"set":{"EXIF:Nonsense":"x"}}}"#, "Nonsense"),
        (#"{"id":1,"length":3,"edits":{"set":{"EXIF:Artist":7}}}"#, "edits.set.EXIF:Artist"),
    ])
    func aMistakeIsNamed(line: String, part: String) throws {
        let error = try #require(mistake(line))
        #expect(error.description.contains(part), "\(error)")
    }

    @Test func anInvalidRequestStillGivesItsIDAndLength() throws {
        let error = try #require(mistake(#"{"id":9,"length":77,"posiiton":[1,2]}"#))
        #expect(error.id.serialized == "9" && error.length == 77)
    }
}
