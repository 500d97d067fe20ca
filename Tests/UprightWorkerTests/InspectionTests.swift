import Testing
import UprightFormats
import UprightRewriting
import UprightWorker

@Suite("Everything that a file contains, as a worker tells it")
struct InspectionTests {
    /// Contents with values of each kind, at the ends of their types.
    static var file: InspectedFile {
        get throws {
            var file = InspectedFile(reason: "a reason")
            file.type = .png
            file.properties = [
                "": "an empty name", "text": "\u{0}ä😀", "least": .integer(.min), "most": .integer(.max),
                "negative": .real(-0x1p63), "none": .real(-.infinity), "all": .real(.infinity),
                "denormal": .real(.leastNonzeroMagnitude), "yes": true, "no": false, "data": .data([0, 255]),
                "array": .array([.integer(0), .array([]), .dictionary([:])]),
                "inner": .dictionary(["long": .string(String(repeating: "x", count: 300)), "empty": .data([])]),
            ]
            file.coordinate = GPSCoordinate(latitude: -90, longitude: 180)
            file.warnings = ["one", ""]
            return file
        }
    }

    /// A worker keeps the queries of the last request.
    @Test("Other names, and the same names in other namespaces, are other values")
    func queries() throws {
        let packet = """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
            <rdf:Description rdf:about='' xmlns:a='urn:a' xmlns:b='urn:b' a:Number='1' b:Number='2' a:Name='x'/>
            </rdf:RDF></x:xmpmeta>
            """
        let payload = Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8)
        let length = payload.count + 2
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        let file = TestFile(start + payload + [0xFF, 0xD9])
        defer { withExtendedLifetime(file) {} }
        func values(_ names: [String], _ uri: String) throws -> [String: PropertyValue]? {
            var scope = InspectionScope()
            scope.names = names
            scope.namespaces = [XMPNamespaceDeclaration(XMPNamespace(uri: uri, prefix: "shop"))]
            let work = InspectionWork(scope: scope, limits: Limits())
            return try InspectedFile(parsing: try work.perform(source: file.descriptor)).values
        }
        for _ in 0..<2 {
            #expect(try values(["XMP:shop:Number"], "urn:a") == ["XMP:shop:Number": "1"])
            #expect(try values(["XMP:shop:Number"], "urn:b") == ["XMP:shop:Number": "2"])
            #expect(try values(["XMP:shop:Number", "XMP:shop:Name"], "urn:b") == ["XMP:shop:Number": "2"])
            #expect(try values(["XMP:shop:Name"], "urn:a") == ["XMP:shop:Name": "x"])
        }
    }

    @Test("The contents are read back as written")
    func roundTrip() throws {
        var file = try Self.file
        #expect(try InspectedFile(parsing: file.serialized) == file)
        file.properties["nan"] = .real(.nan)
        let again = try InspectedFile(parsing: file.serialized)
        #expect(again.properties["nan"]?.number?.isNaN == true && again.properties.count == file.properties.count)
    }

    @Test("Every prefix is refused, and every changed byte gives contents or is refused")
    func mutations() throws {
        var bytes = try Self.file.serialized
        for length in bytes.indices {
            #expect(throws: (any Error).self, "\(length) bytes") { try InspectedFile(parsing: Array(bytes[..<length])) }
        }
        for index in bytes.indices {
            let original = bytes[index]
            for change in [UInt8(1), 2, 4, 0x7F, 0x80, 0xFF] {
                bytes[index] = original ^ change
                do { _ = try InspectedFile(parsing: bytes).serialized } catch {}
            }
            bytes[index] = original
        }
    }

    @Test("Contents that are nested too deeply are not sent, and the answer says so")
    func nesting() throws {
        var file = InspectedFile()
        file.properties["deep"] = (0..<600).reduce(PropertyValue.integer(1)) { value, _ in .array([value]) }
        #expect(throws: MessageError.self) { try file.serialized }
    }

    @Test("A worker tells what a file contains")
    func inspects() async throws {
        let pool = makePool("upright-codec")
        let gif: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1,
            0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
        ]
        let source = TestFile(gif)
        let file = try await pool.inspect(
            source: source.descriptor, InspectionScope(structure: true, tags: true), limits: Limits())
        #expect(file.type == .gif && file.reason == nil && file.properties["PixelWidth"] == .integer(1))
        #expect(file.structure == FileStructure(of: gif))
        var small = Limits()
        small.fileSize = 3
        let refused = try await pool.inspect(
            source: source.descriptor, InspectionScope(structure: true, tags: true), limits: small)
        #expect(refused.reason?.contains("limits.file-size") == true && refused.structure == nil)
        withExtendedLifetime(source) {}
        await pool.shutDown()
    }

    @Test("A worker lists the parts of a file of any format that is handled")
    func partsOfWebP() async throws {
        let pool = makePool("upright-codec")
        // A VP8L header of 1×1 pixels in an odd number of bytes.
        let webp =
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8L".utf8) + [5, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0]
            + Array("tail".utf8)
        let source = TestFile(webp)
        let file = try await pool.inspect(
            source: source.descriptor, InspectionScope(structure: true, tags: false), limits: Limits())
        let parts = try #require(file.structure).parts
        #expect(file.reason == nil && parts.map(\.name) == ["RIFF", "VP8L", "trailer"])
        #expect(parts.map(\.offset) == [0, 12, 26] && parts.map(\.length) == [12, 14, 4])
        withExtendedLifetime(source) {}
        await pool.shutDown()
    }

    @Test(
        "A worker that crashes on a file is replaced, and its next file is read",
        arguments: ["trap", "babble", "leave"])
    func crashes(_ fault: String) async throws {
        let pool = makePool()
        let bad = TestFile(fault)
        await #expect(throws: WorkerError.self) {
            try await pool.inspect(
                source: bad.descriptor, InspectionScope(structure: false, tags: false), limits: Limits())
        }
        let good = TestFile("no picture")
        let file = try await pool.inspect(
            source: good.descriptor, InspectionScope(structure: false, tags: false), limits: Limits())
        #expect(file.reason?.hasPrefix("not supported: ") == true)
        withExtendedLifetime((bad, good)) {}
        await pool.shutDown()
    }

    @Test(
        "Facts with a position that is nowhere are no answer",
        arguments: [(91.0, 0.0), (0.0, -180.1), (1e308, 0.0), (0.0, -0x1p63), (-0x1p63, 1e19)])
    func positions(_ latitude: Double, _ longitude: Double) throws {
        let facts = PictureFacts(latitude: latitude, longitude: longitude)
        let picture = ProcessedPicture(
            report: NormalizationReport(type: .jpeg, outcome: .unchanged), output: .none, sourceBytes: .min,
            sourceSHA256: [], facts: facts)
        for answer in [WorkerAnswer.facts(facts), .picture(picture)] {
            let bytes = try MessageEncoder.encode(answer)
            #expect(throws: MessageError.self) { try MessageDecoder.decode(WorkerAnswer.self, from: bytes) }
        }
    }
}
