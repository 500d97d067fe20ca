import Foundation
import TestJPEG
import TestSupport
import Testing
import UprightCodecs
import UprightFormats
import UprightRewriting
import UprightBase

/// Previews in maker notes, in each maker's form: they are turned, and the rest of the note stays the same except for
/// an offset.
@Suite struct MakerNotePreviewTests {
    /// A form of maker notes.
    enum Maker: String, CaseIterable {
        case olympus = "OLYMPUS OPTICAL CO.,LTD"
        case olympusII = "OLYMPUS IMAGING CORP."
        case minolta = "Minolta Co., Ltd."
        case casio = "CASIO COMPUTER CO.,LTD"
        case samsung = "Samsung Techwin"
        case pentax = "PENTAX Corporation"
        case sony = "SONY"

        var order: TIFFByteOrder { self == .casio || self == .pentax ? .bigEndian : .littleEndian }
        /// exiftool's name of the preview.
        var tag: String { self == .olympus ? "ThumbnailImage" : "PreviewImage" }
        /// Whether the preview is in the note, rather than after the picture or elsewhere in the block.
        var isInNote: Bool { self != .pentax && self != .sony }

        /// Returns the note up to the preview that it contains, if any.
        ///
        /// - Parameters:
        ///   - note: the offset of the note from the TIFF header.
        ///   - preview: the offset of a preview outside of the note, from the TIFF header.
        func note(at note: Int, preview: Int, length: Int) -> [UInt8] {
            func entry(_ tag: UInt64, _ type: UInt64, _ count: Int, _ value: Int) -> [UInt8] {
                order.bytes(tag, count: 2) + order.bytes(type, count: 2) + order.bytes(UInt64(count), count: 4)
                    + order.bytes(UInt64(value), count: 4)
            }
            func directory(_ entries: [UInt8]...) -> [UInt8] {
                order.bytes(UInt64(entries.count), count: 2) + entries.flatMap(\.self) + [0, 0, 0, 0]
            }
            switch self {
            case .olympus:
                return Array("OLYMP\0".utf8) + [1, 0]
                    + directory(entry(0x0100, 7, length, note + 8 + 30), entry(0x0201, 4, 1, 1))
            case .olympusII:
                // Offsets count from the note.
                return Array("OLYMPUS\0II".utf8) + [3, 0] + directory(entry(0x2020, 4, 1, 30))
                    + directory(entry(0x0100, 4, 1, 1), entry(0x0101, 4, 1, 72), entry(0x0102, 4, 1, length))
            case .minolta: return directory(entry(0x0000, 7, 4, 0x304C_544D), entry(0x0081, 7, length, note + 30))
            case .casio:
                return Array("QVC\0\0\0".utf8)
                    + directory(entry(0x0003, 4, 1, length), entry(0x2000, 7, length, note + 6 + 30))
            case .samsung: return []
            case .pentax: return Array("AOC\0MM".utf8) + directory(entry(3, 4, 1, length), entry(4, 4, 1, preview))
            case .sony:
                return Array("SONY DSC \0\0\0".utf8)
                    + directory(entry(0x2001, 7, length + 32, preview), entry(0x2002, 4, 1, 1))
            }
        }
    }

    private static let size = Size(width: 160, height: 128)

    private struct Source {
        var bytes: [UInt8]
        /// The range of the note in the file.
        var note: Range<Int>
        /// The range of the preview in the file.
        var preview: Range<Int>
    }

    /// Returns a picture with orientation 6 and a preview with the same orientation.
    private func source(_ maker: Maker, padding: Int = 0) throws -> Source {
        let sampling = JPEGSampling.all[5]
        // With the standard tables, a preview has space to spare.
        var preview = try JPEGBuilder.file(sampling.picture(Self.size, seed: 7), JPEGProcess.baseline.coding(sampling))
        preview += [UInt8](repeating: 0, count: padding)
        if maker == .minolta { preview[0] = 0x02 }
        let picture = try JPEGBuilder.file(
            sampling.picture(Size(width: 320, height: 256)), JPEGProcess.optimized.coding(sampling))
        var (note, place) = (0, 0)
        // Each pass fixes an offset that the next one needs.
        for _ in 0..<3 {
            var block = TIFFBlock(byteOrder: maker.order)
            let own = maker.note(at: note, preview: place, length: preview.count) + (maker.isInNote ? preview : [])
            let name = Array(maker.rawValue.utf8) + [0]
            block.set(
                [
                    TIFFField(tag: 0x010F, type: .ascii, count: name.count, bytes: name),
                    TIFFField(tag: .orientation, type: .short, integers: [6], order: maker.order),
                ], in: .primary)
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: own.count, bytes: own)], in: .exif)
            if maker == .pentax { place = block.append(preview) }
            note = try #require(block.entry(.makerNote, in: .exif)?.value).lowerBound
            let head = picture.prefix(2) + MetadataRecipe.exif(block.bytes) + picture.dropFirst(2)
            let start = note + 12
            switch maker {
            case .sony:
                let named = Int(maker.order.integer(block.bytes[note + 22..<note + 26]))
                place = head.count - 12
                let bytes = head + [UInt8](repeating: 7, count: 32) + preview
                let range = head.count + 32..<bytes.count
                if named == place {
                    return Source(bytes: Array(bytes), note: start..<start + own.count, preview: range)
                }
            case .pentax:
                guard place > 0 else { continue }
                let source = Source(
                    bytes: Array(head), note: start..<start + own.count,
                    preview: place + 12..<place + 12 + preview.count)
                if Int(maker.order.integer(block.bytes[note + 28..<note + 32])) == place { return source }
            default:
                let range = start + own.count - preview.count..<start + own.count
                if note > 0, maker.note(at: note, preview: 0, length: preview.count) + preview == own {
                    return Source(bytes: Array(head), note: start..<start + own.count, preview: range)
                }
            }
        }
        Issue.record("the offsets of \(maker) do not settle")
        throw CancellationError()
    }

    @Test(arguments: Maker.allCases)
    func onlyThePreviewInTheNoteIsTurned(maker: Maker) throws {
        let source = try source(maker, padding: 300)
        let result = Normalizer().normalize(source.bytes)
        #expect(result.report.warnings.isEmpty, "\(result.report.warnings)")
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason)")
            return
        }
        #expect(result.report.changes.contains { $0.what == "exif.MakerNote preview" })
        // Data after the picture moves with the picture's end.
        let shift = maker == .sony ? output.count - source.bytes.count : 0
        let place = source.preview.lowerBound + shift..<source.preview.upperBound + shift
        var expected = source.bytes
        expected.replaceSubrange(source.preview.lowerBound..<source.preview.upperBound, with: output[place])
        if maker == .sony {
            let offset = source.note.lowerBound + 12 + 2 + 8
            let former = maker.order.integer(source.bytes[offset..<offset + 4])
            expected.replaceSubrange(
                offset..<offset + 4, with: maker.order.bytes(UInt64(Int(former) + shift), count: 4))
        }
        #expect(output[source.note].elementsEqual(expected[source.note]), "the note")
        #expect(output[place].first == source.bytes[source.preview].first)
        let before = [0xFF] + source.bytes[source.preview].dropFirst()
        let after = [0xFF] + output[place].dropFirst()
        var picture = try JPEGCoefficients.decoding(before).picture
        try picture.turn(.right)
        #expect(try JPEGCoefficients.decoding(after).picture.content == picture.content)
        #expect(try after.dropFirst(JPEGFile(parsing: after).trailer.lowerBound).allSatisfy { $0 == 0 })
        #expect(Normalizer().normalize(output).report.outcome == .unchanged)
    }

    /// exiftool finds the preview where the note points, before and after the turn.
    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"), arguments: Maker.allCases)
    func exiftoolFindsTheTurnedPreview(maker: Maker) throws {
        let source = try source(maker, padding: 300)
        guard case .bytes(let output) = Normalizer().normalize(source.bytes).output else {
            Issue.record("no output")
            return
        }
        let folder = try TemporaryFolder()
        let pictures = [("before", source.bytes, Self.size), ("after", output, Self.size.turned(by: .right))]
        for (name, bytes, size) in pictures {
            try Data(bytes).write(to: folder["\(name).jpg"])
            _ = try Command.run(
                "exiftool", ["-b", "-w", "%d%f.preview", "-" + maker.tag, folder["\(name).jpg"].path()])
            let preview = [UInt8](try Data(contentsOf: folder["\(name).preview"]))
            let picture = try JPEGFile(parsing: [0xFF] + preview.dropFirst())
            #expect(picture.frameHeader.size == size, "\(name)")
        }
    }

    /// A preview without space to spare is kept, with a warning.
    @Test func aPreviewThatWouldGrowIsKeptWithAWarning() throws {
        let sampling = JPEGSampling.all[5]
        var source = try source(.samsung)
        let optimized = try JPEGBuilder.file(
            sampling.picture(Self.size, seed: 7), JPEGProcess.optimized.coding(sampling))
        let spare = source.preview.count - optimized.count
        #expect(spare >= 0)
        source.bytes.replaceSubrange(
            source.preview, with: optimized + [UInt8](repeating: 0, count: max(spare, 0)))
        let result = Normalizer().normalize(source.bytes)
        guard case .bytes(let output) = result.output else { return }
        let kept = result.report.warnings.contains { $0.contains("kept unchanged") }
        let isSame = output[source.preview].elementsEqual(source.bytes[source.preview])
        #expect(kept == isSame)
    }
}
