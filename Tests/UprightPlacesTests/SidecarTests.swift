internal import Testing
internal import UprightFormats

@Suite struct SidecarTests {
    @Test func takeoutPositions() throws {
        func sidecar(_ geo: String, _ exif: String) throws -> TakeoutSidecar {
            try TakeoutSidecar(
                parsing: Array(
                    #"{"title":"a.jpg","photoTakenTime":{"timestamp":"1714557600"},"geoData":\#(geo),"geoDataExif":\#(exif)}"#
                        .utf8))
        }
        let zero = #"{"latitude":0.0,"longitude":0.0,"altitude":0.0}"#
        let munich = #"{"latitude":48.1,"longitude":11.5,"altitude":520.0}"#
        let rome = #"{"latitude":41.9,"longitude":12.5,"altitude":0.0}"#
        #expect(try sidecar(munich, rome).position == Position(latitude: 48.1, longitude: 11.5, altitude: 520))
        #expect(try sidecar(zero, rome).position == Position(latitude: 41.9, longitude: 12.5))
        #expect(try sidecar(zero, zero).position == nil)
        #expect(try sidecar(zero, zero).time == 1_714_557_600)
        #expect(throws: GeodataError.self) { try TakeoutSidecar(parsing: Array("{}".utf8)) }
        #expect(throws: GeodataError.self) { try TakeoutSidecar(parsing: Array("[1]".utf8)) }
        #expect(throws: GeodataError.self) { try TakeoutSidecar(parsing: []) }
    }

    static func xmp(_ inside: String, _ attributes: String = "") -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" \(attributes)>\(inside)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    @Test func xmpPositions() throws {
        let elements = try XMPSidecar(
            parsing: Self.xmp(
                "<exif:GPSLatitude>48,8,6S</exif:GPSLatitude><exif:GPSLongitude>11,30.5W</exif:GPSLongitude>"
                    + "<exif:GPSAltitude>5205/10</exif:GPSAltitude><exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>"))
        let position = try #require(elements.position)
        #expect(abs(position.latitude + 48.135) < 1e-12 && abs(position.longitude + 11.508333333333333) < 1e-12)
        #expect(position.altitude == -520.5)
        let attributes = try XMPSidecar(
            parsing: Self.xmp("", #"exif:GPSLatitude="48,8.1N" exif:GPSLongitude="11,30,30E""#))
        #expect(abs(try #require(attributes.position).latitude - 48.135) < 1e-12)
        #expect(try XMPSidecar(parsing: Self.xmp("")).position == nil)
        #expect(throws: GeodataError.self) { try XMPSidecar(parsing: Array("no".utf8)) }
    }
}
