import UprightBase
import UprightFormats
import Testing

@Suite struct JPEGFileTests {
    static let small: [UInt8] =
        [0xFF, 0xD8]
        + [0xFF, 0xE1, 0, 4, 1, 2]
        + [0xFF, 0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 17, 1, 7, 0x21, 3]
        + [0xFF, 0xDD, 0, 4, 0, 5]
        + [0xFF, 0xDA, 0, 8, 1, 7, 0x12, 0, 63, 0x10] + [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4]
        + [0xFF, 0xFE, 0, 3, 65]
        + [0xFF, 0xD9]
        + [0xFF, 0xD8, 9, 9]

    @Test func readsEverySegment() throws {
        let file = try JPEGFile(parsing: Self.small)
        #expect(file.segments.map(\.name) == ["SOI", "APP1", "SOF0", "DRI", "SOS", "COM", "EOI"])
        #expect(Array(Self.small[file.segments[1].payload]) == [1, 2])
        #expect(Array(Self.small[file.segments[4].entropyCoded]) == [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4])
        #expect(Array(Self.small[file.trailer]) == [0xFF, 0xD8, 9, 9])
        #expect(file.warnings.isEmpty)
    }

    /// Data is searched for markers in blocks: a marker is found at any place in one, across two, and in what is left.
    @Test func entropyCodedDataEndsAtItsFirstMarker() throws {
        let head = Array(Self.small[..<38])
        for filling: [UInt8] in [[1], [0xFF, 0], [0xFF, 0xD3], [7, 0xFF, 0, 0xFF, 0xD7, 0], [0], [0xFE]] {
            for count in 0..<140 {
                var data = (0..<count).map { filling[$0 % filling.count] }
                // The last byte begins no marker.
                if data.last == 0xFF { data[count - 1] = 2 }
                for end: [UInt8] in [
                    [0xFF, 0xD9], [0xFF, 0xFF, 0xD9], [0xFF, 0xD9] + [UInt8](repeating: 0xFF, count: 200),
                ] {
                    let bytes = head + data + end
                    let scan = try #require(try JPEGFile(parsing: bytes).segments.first { $0.name == "SOS" })
                    #expect(
                        scan.entropyCoded == head.count..<head.count + count,
                        "\(count) of \(filling), then \(end.prefix(3))")
                }
            }
        }
    }

    @Test func readsTheFrameHeader() throws {
        let frame = try JPEGFile(parsing: Self.small).frameHeader
        #expect(frame.process == .baseline && !frame.isArithmetic && frame.precision == 8)
        #expect(frame.size == Size(width: 17, height: 9))
        #expect(frame.components == [JPEGComponent(id: 7, horizontal: 2, vertical: 1, quantizationTable: 3)])
    }

    @Test func readsTheScanHeader() throws {
        let scan = try #require(try JPEGFile(parsing: Self.small).scans.first)
        #expect(scan.components == [JPEGScan.Component(id: 7, dcTable: 1, acTable: 2)])
        #expect((scan.spectralStart, scan.spectralEnd) == (0, 63))
        #expect((scan.approximationHigh, scan.approximationLow) == (1, 0))
        #expect(scan.restartInterval == 5)
    }

    @Test func takesTheHeightFromDNL() throws {
        var bytes = Self.small
        bytes[14] = 0
        bytes[15] = 0
        bytes.replaceSubrange(46..<51, with: [0xFF, 0xDC, 0, 4, 0, 33])
        let frame = try JPEGFile(parsing: bytes).frameHeader
        #expect(frame.leavesHeightOpen)
        #expect(frame.size == Size(width: 17, height: 33))
    }

    @Test func everyPrefixFailsCleanlyOrTilesTheFile() {
        for count in 0...Self.small.count { expectTiles(Array(Self.small.prefix(count))) }
    }

    @Test func everySingleByteMutationFailsCleanlyOrTilesTheFile() {
        for index in Self.small.indices {
            for value in UInt8.min...UInt8.max {
                var bytes = Self.small
                bytes[index] = value
                expectTiles(bytes)
            }
        }
    }

    /// Concatenation is the inverse of parsing for any bytes.
    private func expectTiles(_ bytes: [UInt8]) {
        do {
            let file = try JPEGFile(parsing: bytes)
            var end = 0
            for segment in file.segments {
                guard segment.range.lowerBound == end, segment.payload.lowerBound >= segment.markerOffset,
                    segment.payload.upperBound <= segment.range.upperBound,
                    segment.entropyCoded.upperBound <= segment.range.upperBound
                else {
                    Issue.record("\(segment) does not follow byte \(end) in \(bytes)")
                    return
                }
                end = segment.range.upperBound
            }
            if file.trailer != end..<bytes.count { Issue.record("\(file.trailer) is not the trailer of \(bytes)") }
        } catch {
            if error.description.isEmpty { Issue.record("an error has no description") }
        }
    }
}
