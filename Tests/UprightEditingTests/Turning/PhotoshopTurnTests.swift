import UprightFormats
import UprightBase
import UprightRewriting
import Testing

@Suite("Turning Photoshop resources and JFIF")
struct PhotoshopTurnTests {
    func turn(_ orientation: Orientation, of size: Size = Size(width: 60, height: 40)) -> MetadataTurn {
        MetadataTurn(PictureTurn(orientation, of: size)) {
            (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg)
        }
    }

    func resource(_ id: UInt16, name: String = "", _ data: [UInt8]) -> [UInt8] {
        var bytes = Array("8BIM".utf8) + [UInt8(id >> 8), UInt8(id & 0xFF), UInt8(name.utf8.count)] + name.utf8
        if bytes.count % 2 == 1 { bytes.append(0) }
        bytes += [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
        return bytes + (data.count % 2 == 1 ? [0] : [])
    }

    var resources: [UInt8] {
        resource(0x0404, name: "a name", Array("IPTC, of odd".utf8) + [1])
            + resource(0x03ED, [1, 44, 0, 0, 0, 1, 0, 1, 0, 150, 0, 0, 0, 1, 0, 1])
            + resource(0x07D1, [1, 2, 3])
    }

    @Test("A transposition exchanges the resolutions", arguments: Orientation.allCases)
    func resolution(orientation: Orientation) throws {
        let turned = turn(orientation).photoshop(resources)
        let parsed = PhotoshopResources(parsing: turned.bytes)
        #expect(parsed.resources.map(\.id) == [0x0404, 0x03ED, 0x07D1])
        let data = parsed.resources[1].data
        #expect(data[1] == (orientation.transposes ? 150 : 44))
        #expect(turned.warnings.contains { $0.contains("path") } == (orientation != .up))
        let back = turn(orientation.inverse).photoshop(turned.bytes)
        #expect(back.bytes == resources)
    }

    @Test("Data of a different length is written with its length and padding")
    func replacement() {
        var source = PhotoshopResources(parsing: resources)
        #expect(source.serialized == resources)
        source.resources[0].data = [9, 9, 9]
        let parsed = PhotoshopResources(parsing: source.serialized)
        #expect(parsed.resources.map(\.id) == [0x0404, 0x03ED, 0x07D1])
        #expect(parsed.resources[0].data == [9, 9, 9])
        source.resources = [source.resources[1]]
        #expect(PhotoshopResources(parsing: source.serialized).resources.map(\.id) == [0x03ED])
    }

    @Test("Names, padding and the bytes after the resources stay unchanged")
    func oddities() {
        let unpadded = Array(resource(0x0404, [1, 2, 3]).dropLast())
        var otherPadding = resource(0x0404, [1, 2, 3])
        otherPadding[otherPadding.count - 1] = 7
        for bytes in [unpadded, otherPadding + resources, resources + [0, 0, 0], resources + Array("none".utf8)] {
            #expect(PhotoshopResources(parsing: bytes).serialized == bytes)
        }
    }

    /// One parser stopped at `8BPS` and the other did not: IPTC after it was turned, but not found by edits.
    @Test("A resource that starts with 8BPS is followed by others")
    func otherSignature() {
        let bytes = Array("8BPS".utf8) + resource(0x0400, [1, 2]).dropFirst(4) + resources
        #expect(PhotoshopResources(parsing: bytes).resources.map(\.id) == [0x0400, 0x0404, 0x03ED, 0x07D1])
    }

    @Test("JFIF density and pixels move", arguments: Orientation.allCases)
    func jfif(orientation: Orientation) throws {
        let pixels = (0..<3 * 2 * 3).map { UInt8($0) }
        let payload = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 36, 3, 2] + pixels
        let turned = turn(orientation).jfif(payload)
        #expect(turned.bytes.count == payload.count)
        #expect(turned.bytes[9] == (orientation.transposes ? 36 : 72))
        #expect(turned.bytes[12] == (orientation.transposes ? 2 : 3))
        let size = Size(width: 60, height: 40).turned(by: orientation)
        #expect(turn(orientation.inverse, of: size).jfif(turned.bytes).bytes == payload)
        let first = orientation.transform(in: Size(width: 3, height: 2)).applied(to: Point(x: 0, y: 0))
        let width = orientation.transposes ? 2 : 3
        #expect(Array(turned.bytes[14...][(14 + 3 * (first.y * width + first.x))...].prefix(3)) == [0, 1, 2])
    }

    @Test("The indices of a palette thumbnail move", arguments: Orientation.allCases)
    func jfxx(orientation: Orientation) {
        let payload = Array("JFXX\0".utf8) + [0x11, 3, 2] + [UInt8](repeating: 7, count: 768) + [0, 1, 2, 3, 4, 5]
        let turned = turn(orientation).jfxx(payload)
        let size = Size(width: 60, height: 40).turned(by: orientation)
        #expect(turn(orientation.inverse, of: size).jfxx(turned.bytes).bytes == payload)
        #expect(Set(turned.bytes.suffix(6)) == Set(0...5))
    }

    /// Expects a block that is not returned as it was to come with the changes.
    private func expectChangesToBeNamed(_ bytes: [UInt8]) {
        for turned in [turn(.right).photoshop(bytes), turn(.right).jfxx(bytes), turn(.right).jfif(bytes)] {
            #expect(turned.bytes == bytes || !turned.changes.isEmpty)
        }
    }

    @Test("Every prefix and every changed byte is turned safely")
    func damage() {
        let thumbnail = resource(0x040C, [0, 0, 0, 1] + [UInt8](repeating: 1, count: 40))
        for source in [resources + thumbnail, Array("JFXX\0".utf8) + [0x13, 2, 2] + [UInt8](repeating: 1, count: 12)] {
            for end in source.indices {
                expectChangesToBeNamed(Array(source[..<end]))
            }
            for position in source.indices {
                for value: UInt8 in [0, 0xFF, source[position] ^ 1] {
                    var changed = source
                    changed[position] = value
                    expectChangesToBeNamed(changed)
                }
            }
        }
    }
}
