internal import Foundation
internal import Testing
internal import UprightBase
internal import UprightRewriting

@Suite("Brushes and key points with sides")
struct LabelBrushTests {
    private static func turned(
        _ text: String, _ orientation: Orientation, of size: Size, swapsSides: Bool = false
    ) throws -> Any {
        var options = LabelOptions()
        (options.convention, options.swapsSides) = (.stored, swapsSides)
        let made = try PictureLabels(PictureTurn(orientation, of: size), options).turned(Array(text.utf8))
        return try JSONSerialization.jsonObject(with: Data(try #require(made).bytes))
    }

    /// Packs words of 8 bits in literal runs of at most eight, as `@thi.ng/rle-pack` may.
    private static func packed(_ bytes: [UInt8]) -> [Int] {
        func bits(_ value: Int, _ count: Int) -> String {
            let text = String(value, radix: 2)
            return String(repeating: "0", count: count - text.count) + text
        }
        var text = bits(bytes.count, 32) + bits(7, 5) + [2, 3, 7, 15].map { bits($0, 4) }.joined()
        for start in stride(from: 0, to: bytes.count, by: 8) {
            let run = bytes[start..<min(start + 8, bytes.count)]
            text += "000" + bits(run.count - 1, 3) + run.map { bits(Int($0), 8) }.joined()
        }
        text += String(repeating: "0", count: (8 - text.count % 8) % 8)
        return stride(from: 0, to: text.count, by: 8).compactMap { Int(text.dropFirst($0).prefix(8), radix: 2) }
    }

    /// Unpacks literal and repeated runs.
    private static func unpacked(_ packed: [Int]) throws -> [UInt8] {
        var bits = packed.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }[...]
        func next(_ count: Int) throws -> Int {
            try #require(bits.count >= count)
            defer { bits = bits.dropFirst(count) }
            return bits.prefix(count).reduce(0) { $0 << 1 | $1 }
        }
        let count = try next(32)
        #expect(try next(5) == 7)
        let lengths = try (0..<4).map { _ in try next(4) + 1 }
        var bytes: [UInt8] = []
        while bytes.count < count {
            let isRepeated = try next(1) == 1
            let run = try next(lengths[try next(2)]) + 1
            if isRepeated {
                bytes += [UInt8](repeating: UInt8(try next(8)), count: run)
            } else {
                for _ in 0..<run { bytes.append(UInt8(try next(8))) }
            }
        }
        return bytes
    }

    @Test("A brush moves pixel by pixel", arguments: Orientation.allCases.filter { $0 != .up })
    func brush(orientation: Orientation) throws {
        let size = Size(width: 7, height: 3)
        let pixels = (0..<21).map { number in (0..<4).map { UInt8(number < 9 ? 0 : 12 * number + $0) } }
        let text = """
            [{"data": {"image": "a.jpg"}, "annotations": [{"result": [{"original_width": 7, "original_height": 3, "value":
            {"format": "rle", "rle": \(Self.packed(pixels.flatMap(\.self)))}}]}]}]
            """
        let root = try #require(try Self.turned(text, orientation, of: size) as? [[String: Any]])
        let annotations = try #require(root.first?["annotations"] as? [[String: Any]])
        let regions = try #require(annotations.first?["result"] as? [[String: Any]])
        let value = try #require(regions.first?["value"] as? [String: Any])
        let upright = size.turned(by: orientation)
        var expected = [[UInt8]](repeating: [], count: 21)
        for (number, pixel) in pixels.enumerated() {
            let point = orientation.transform(in: size).applied(to: Point(x: number % 7, y: number / 7))
            expected[point.y * upright.width + point.x] = pixel
        }
        #expect(try Self.unpacked(try #require(value["rle"] as? [Int])) == expected.flatMap(\.self))
    }

    @Test("Left and right of a mirrored picture are found in names of several words")
    func sides() throws {
        let names = [
            "nose", "left_eye", "right_eye", "Ear (Left)", "Ear (Right)", "RIGHT.hip", "LEFT.hip", "l-2", "r-2",
        ]
        let points = names.indices.flatMap { [1, 10 + $0, 2] }
        let text = """
            {"images": [{"width": 40, "height": 30}], "categories": [{"id": 1, "keypoints": \
            ["\(names.joined(separator: #"", ""#))"]}], "annotations": [{"category_id": 1, "keypoints": \(points)}]}
            """
        let root =
            try Self.turned(text, .upMirrored, of: Size(width: 40, height: 30), swapsSides: true) as? [String: Any]
        let annotations = try #require(root?["annotations"] as? [[String: Any]])
        let made = try #require(annotations.first?["keypoints"] as? [Int])
        #expect(stride(from: 1, to: made.count, by: 3).map { made[$0] } == [10, 12, 11, 14, 13, 16, 15, 18, 17])
    }
}
