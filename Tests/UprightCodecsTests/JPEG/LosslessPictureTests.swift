import UprightBase
import UprightCodecs
import UprightFormats
import Testing
import TestJPEG

@Suite struct LosslessPictureTests {
    /// Returns a picture whose samples use all of their bits, and whose differences wrap around.
    static func picture(
        _ size: Size, precision: Int = 8, factors: [[Int]] = [[1, 1]], predictor: Int = 1, pointTransform: Int = 0,
        restartRows: Int = 0, interleaved: Bool = true
    ) -> LosslessPicture {
        var random = TestRandom(seed: UInt64(precision * 8 + predictor))
        let across = factors.map { $0[0] }.max() ?? 1
        let down = factors.map { $0[1] }.max() ?? 1
        let indices = Array(factors.indices)
        let groups = interleaved ? [indices] : indices.map { [$0] }
        let planes = indices.map { index in
            let (h, v) = (factors[index][0], factors[index][1])
            let (width, height) = ((size.width * h + across - 1) / across, (size.height * v + down - 1) / down)
            let isShared = interleaved && factors.count > 1
            let stride = isShared ? (size.width + across - 1) / across * h : width
            let rows = isShared ? (size.height + down - 1) / down * v : height
            var samples = [UInt16](repeating: 0, count: stride * rows)
            for place in samples.indices {
                let smooth = (place % stride + place / stride * 3) << 2
                let value = random.next(below: 5) == 0 ? random.next(below: 1 << 16) : smooth
                samples[place] = UInt16(truncatingIfNeeded: value & (1 << (precision - pointTransform) - 1))
            }
            return LosslessPlane(
                id: index + 1, horizontal: h, vertical: v, table: 0, width: width, height: height, stride: stride,
                samples: samples)
        }
        return LosslessPicture(
            size: size, precision: precision, planes: planes,
            scans: groups.map {
                LosslessScan(
                    planes: $0, tables: $0.map { $0 % 2 }, predictor: predictor, pointTransform: pointTransform,
                    restartRows: restartRows)
            })
    }

    private static func decoded(_ picture: LosslessPicture) throws -> LosslessPicture {
        let bytes = try picture.encoded(limit: 1 << 24).bytes
        return try LosslessPicture(decoding: try JPEGFile(parsing: bytes), in: bytes)
    }

    @Test(arguments: 1...7, [2, 8, 12, 16])
    func decodingIsTheInverseOfEncoding(predictor: Int, precision: Int) throws {
        for factors in [[[1, 1]], [[1, 1], [1, 1], [1, 1]], [[2, 2], [1, 1], [1, 1], [2, 1]]] {
            for restartRows in [0, 1, 3] {
                for interleaved in [true, false] {
                    for pointTransform in [0, 1] {
                        let picture = Self.picture(
                            Size(width: 14, height: 9), precision: precision, factors: factors, predictor: predictor,
                            pointTransform: pointTransform, restartRows: restartRows, interleaved: interleaved)
                        #expect(try Self.decoded(picture) == picture)
                    }
                }
            }
        }
    }

    /// Every sample moves as the transform says, and the inverse restores it.
    @Test(arguments: Orientation.allCases)
    func everySampleIsMoved(orientation: Orientation) throws {
        for factors in [[[1, 1]], [[2, 1], [1, 1], [1, 1]]] {
            let picture = Self.picture(Size(width: 12, height: 7), precision: 16, factors: factors, predictor: 5)
            #expect(picture.firstInexactPlane(orientation) == nil)
            let turned = try Self.decoded(picture.turned(by: orientation))
            #expect(turned.size == picture.size.turned(by: orientation))
            for (before, after) in zip(picture.planes, turned.planes) {
                let transform = orientation.transform(in: Size(width: before.width, height: before.height))
                for y in 0..<before.height {
                    for x in 0..<before.width {
                        let to = transform.applied(to: Point(x: x, y: y))
                        #expect(after.samples[to.y * after.stride + to.x] == before.samples[y * before.stride + x])
                    }
                }
            }
            #expect(turned.turned(by: orientation.inverse).hasSamples(of: picture))
        }
    }

    @Test func aMirrorWithinASampleIsNotExact() {
        let picture = Self.picture(Size(width: 13, height: 7), factors: [[2, 1], [1, 1], [1, 1]])
        #expect(picture.firstInexactPlane(.upMirrored) == 1)
        #expect(picture.firstInexactPlane(.downMirrored) == nil)
        #expect(picture.firstInexactPlane(.leftMirrored) == nil)
        #expect(picture.firstInexactPlane(.left) == 1)
        #expect(picture.firstInexactPlane(.right) == nil)
    }

    @Test func everyPrefixAndEveryChangedByteEndsInAResult() throws {
        let bytes = try Self.picture(Size(width: 9, height: 5), predictor: 4, restartRows: 2).encoded(limit: 1 << 20)
            .bytes
        var refused = 0
        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            guard let file = try? JPEGFile(parsing: cut) else { continue }
            guard let picture = try? LosslessPicture(decoding: file, in: cut) else {
                refused += 1
                continue
            }
            #expect(try picture.encoded(limit: 1 << 20).bytes == bytes, "cut at \(count)")
        }
        #expect(refused > 0)
        for index in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF, bytes[index] ^ 1] {
                var changed = bytes
                changed[index] = value
                guard let file = try? JPEGFile(parsing: changed),
                    file.frameHeader.size.width * file.frameHeader.size.height < 1 << 20
                else { continue }
                guard let picture = try? LosslessPicture(decoding: file, in: changed) else { continue }
                #expect(picture.size == file.frameHeader.size, "byte \(index) is \(value)")
            }
        }
    }
}
