import Glibc
import UprightBase
import UprightFormats
import UprightRewriting
import UprightWorker
import Testing

/// HEIC files that are not held in memory: they give the outputs of files that are.
@Suite("Large files of the HEIF family")
struct LargeFileTests {
    /// A HEIC of 24 MB: a picture with an Exif block behind it, whose orientation is 6.
    private static let picture: [UInt8] = {
        let size = 24_000_000
        let coded = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var noise: UInt64 = 1
            while count < size {
                noise = noise &* 6_364_136_223_846_793_005 &+ 1
                UnsafeMutableRawBufferPointer(buffer).storeBytes(of: noise, toByteOffset: count, as: UInt64.self)
                count += 8
            }
        }
        let exif =
            Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        return heic(coded, exif: exif)
    }()

    /// A HEIC with one picture of 640×480 and an Exif block behind its data.
    ///
    /// - Parameter rotation: the quarter turns in `irot`; nil for none.
    static func heic(_ coded: [UInt8], exif block: [UInt8], rotation: UInt8? = nil) -> [UInt8] {
        func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
            UInt32(payload.count + 8).bigEndianBytes + Array(type.utf8) + payload
        }
        func full(_ type: String, _ payload: [UInt8], version: UInt8 = 0) -> [UInt8] {
            box(type, [version, 0, 0, 0] + payload)
        }
        let exif = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + block
        func meta(_ start: Int) -> [UInt8] {
            let places = [(1, start, coded.count), (2, start + coded.count, exif.count)]
            let iloc = places.flatMap { (id, offset, length) -> [UInt8] in
                [0, UInt8(id), 0, 0, 0, 1] + UInt32(offset).bigEndianBytes + UInt32(length).bigEndianBytes
            }
            let infe =
                full("infe", [0, 1, 0, 0] + Array("hvc1\0".utf8), version: 2)
                + full("infe", [0, 2, 0, 0] + Array("Exif\0".utf8), version: 2)
            let ispe = full("ispe", UInt32(640).bigEndianBytes + UInt32(480).bigEndianBytes)
            let irot = rotation.map { box("irot", [$0]) } ?? []
            let numbers: [UInt8] = rotation == nil ? [1, 1] : [2, 1, 0x82]
            return full(
                "meta",
                full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                    + full("pitm", [0, 1]) + full("iloc", [0x44, 0, 0, 2] + iloc) + full("iinf", [0, 2] + infe)
                    + full("iref", box("cdsc", [0, 2, 0, 1, 0, 1]))
                    + box("iprp", box("ipco", ispe + irot) + full("ipma", [0, 0, 0, 1, 0, 1] + numbers)))
        }
        let head = box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let start = head.count + meta(0).count + 8
        return head + meta(start) + box("mdat", coded + exif)
    }

    private static func result(
        _ source: [UInt8], _ change: (inout NormalizationOptions) -> Void = { _ in }
    ) throws -> (answer: ProcessedPicture, output: [UInt8], expected: NormalizationResult) {
        var options = NormalizationOptions()
        change(&options)
        let file = TestFile(source)
        let output = TestFile()
        let answer = try DescriptorWork(options: options).perform(
            source: file.descriptor, output: output.descriptor)
        withExtendedLifetime((file, output)) {}
        return (answer, output.content, Normalizer(options: options).normalize(source))
    }

    @Test("A large file is turned and edited as a small one is")
    func normalized() throws {
        let title = try MetadataEdit.set("XMP:dc:title", to: ["A title"])
        for edits in [[], [title]] {
            let (answer, output, expected) = try Self.result(Self.picture) { $0.edits = edits }
            guard case .bytes(let bytes) = expected.output else {
                Issue.record("\(expected.report.reason)")
                return
            }
            #expect(output.count == bytes.count && output.hasBytes(of: bytes))
            #expect(answer.output == .written(bytes: bytes.count, crc32: CRC32.checksum(bytes)))
            #expect(answer.sourceSHA256 == SHA256.hash(Self.picture))
            #expect(answer.sourceBytes == Self.picture.count)
            #expect(answer.report.changes == expected.report.changes)
            #expect(answer.report.warnings == expected.report.warnings)
            #expect(answer.facts.width == 640)
        }
    }

    @Test(
        "A large file that is set right already is not written, and one with a broken box has the reasons of a small one"
    )
    func unchanged() throws {
        let (_, turned, _) = try Self.result(Self.picture)
        let (answer, output, _) = try Self.result(turned)
        #expect(answer.output == .source && output.isEmpty)
        let check = try #require(answer.sourceCheck)
        var keyed = KeyedDigest(key: check.key)
        turned.withUnsafeBytes { keyed.update($0) }
        #expect(keyed.finalized() == check.digest)
        for place in [40, 100, 160, 200, 250] {
            var broken = Self.picture
            broken[place] ^= 0xFF
            let (answer, output, expected) = try Self.result(broken)
            #expect(answer.report.outcome == expected.report.outcome)
            #expect(answer.report.reason == expected.report.reason)
            #expect(answer.report.warnings == expected.report.warnings)
            if case .bytes(let bytes) = expected.output { #expect(output.hasBytes(of: bytes)) }
        }
        let cut = Array(Self.picture.dropLast(2_000_000))
        let (short, _, expected) = try Self.result(cut)
        #expect(short.report.warnings == expected.report.warnings && !short.report.warnings.isEmpty)
        #expect(short.report.incompleteness == expected.report.incompleteness)
    }

    @Test("Edits and turns of a large file give the bytes of a small one's")
    func edited() throws {
        let edits = [try MetadataEdit.set("EXIF:Artist", to: ["A person with a long name"])]
        let expected = try MetadataEditor(edits).edited(Self.picture)
        let source = TestFile(Self.picture)
        let output = TestFile()
        let request = WorkerRequest.edit(edits, Limits())
        guard
            case .edited(let answer) = try Worker.answer(request, [source.descriptor, output.descriptor], .init(0))
        else {
            Issue.record("expected the answer to an edit")
            return
        }
        #expect(answer.reason == nil && answer.changes == expected.changes)
        #expect(answer.bytes == expected.bytes.count && answer.crc32 == CRC32.checksum(expected.bytes))
        #expect(output.content.hasBytes(of: expected.bytes))
        var options = NormalizationOptions()
        options.furtherTurn = .right
        guard
            case .edited(let turned) = try Worker.answer(
                .turn(options), [source.descriptor, output.descriptor], .init(0)),
            case .bytes(let bytes) = Normalizer(options: options).normalize(Self.picture).output
        else {
            Issue.record("expected the answer to a turn")
            return
        }
        #expect(turned.reason == nil && turned.bytes == bytes.count)
        #expect(output.content.hasBytes(of: bytes))
        withExtendedLifetime((source, output)) {}
    }

    /// Serves an array, and notes how much of it was read.
    private final class CountedSource: ByteSource {
        let bytes: [UInt8]
        private(set) var read = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var count: Int { bytes.count }

        func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
            read += buffer.count
        }
    }

    @Test("Of a large file, only the boxes and the metadata are read, wherever they are")
    func sparse() throws {
        let format = try #require(PictureFormats.format(of: Self.picture))
        let source = CountedSource(Self.picture)
        let sparse = try #require(format.sparse(source))
        #expect(source.read < 1_000)
        #expect(try ImageProperties(reading: sparse.bytes).orientation == .right)
        // Boxes that take up too much are read with the rest.
        let long = CountedSource(Self.picture + UInt32(17 << 20).bigEndianBytes + Array("free".utf8))
        #expect(format.sparse(CountedSource(long.bytes + [UInt8](repeating: 0, count: 17 << 20 - 8))) == nil)
        let jpeg = try #require(PictureFormats.format(.jpeg))
        #expect(jpeg.sparse(source) == nil)
    }

    @Test("A source that changes between two reads is not delivered")
    func changing() throws {
        let source = TestFile(Self.picture)
        let output = TestFile()
        let file = try #require(try LargeFile(source.descriptor, size: Self.picture.count))
        let (_, patch) = Normalizer().patch(file.bytes, as: file.format)
        let written = try #require(patch)
        #expect(try file.write(written, to: output.descriptor).bytes == output.content.count)
        #expect(try file.check(written, in: output.descriptor, count: output.content.count).fault == nil)
        // A byte of the coded picture in the output, one of the boxes in the source, and one more in the source.
        _ = pwrite(output.descriptor, [1, 2, 3, 4], 4, 9_000_000)
        #expect(try file.check(written, in: output.descriptor, count: output.content.count).fault != nil)
        _ = pwrite(source.descriptor, [0xFF], 1, 20)
        #expect(throws: DescriptorWorkError.self) { try file.write(written, to: output.descriptor) }
        _ = pwrite(source.descriptor, [Self.picture[20]], 1, 20)
        _ = pwrite(source.descriptor, [0xFF], 1, off_t(Self.picture.count))
        #expect(throws: DescriptorWorkError.self) { try file.write(written, to: output.descriptor) }
        withExtendedLifetime((source, output)) {}
    }
}
