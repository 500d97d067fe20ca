import Foundation
import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// Data that is read and written unchanged is equal, bit for bit.
@Suite struct RoundTripTests {
    static let corpus = Fixture.repository.appending(path: "../shared/corpus").standardizedFileURL

    static var files: [URL] {
        let fixtures = ["jpeg", "png", "gif", "samples"].flatMap { Fixture.all(in: $0) }.map(\.url)
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: corpus.path())) ?? []
        return fixtures
            + found.sorted().map { corpus.appending(path: $0) }.filter {
                ["jpg", "jpeg", "png", "gif"].contains($0.pathExtension.lowercased())
            }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus.path()), "there is no ../shared/corpus"))
    func theCorpusIsAmongTheFiles() { #expect(Self.files.contains { $0.path().hasPrefix(Self.corpus.path()) }) }

    @Test func blocksAreByteIdentical() throws {
        var (blocks, rationals) = (0, 0)
        for url in Self.files {
            let bytes = try [UInt8](Data(contentsOf: url))
            guard let properties = try? ImageProperties(reading: bytes) else { continue }
            for block in properties.metadata.iptc {
                #expect(IPTCBlock(parsing: block).serialized == block, "\(url.lastPathComponent)")
                blocks += 1
            }
            if let photoshop = properties.metadata.photoshop {
                #expect(PhotoshopResources(parsing: photoshop).serialized == photoshop, "\(url.lastPathComponent)")
                blocks += 1
            }
            if let exif = properties.exifMetadata {
                for entry in exif.entries {
                    #expect(entry.value.encoded(order: exif.byteOrder)[...] == exif.block.bytes[entry.range])
                    if case .rational(let units) = entry.value { rationals += units.count }
                }
                blocks += 1
            }
        }
        print("\(blocks) blocks and \(rationals) rationals came back bit for bit")
        #expect(blocks > 20)
    }

    /// Setting the present values changes nothing, byte for byte.
    @Test func settingTheSameChangesNothing() throws {
        for url in Self.files {
            let bytes = try [UInt8](Data(contentsOf: url))
            guard let properties = try? ImageProperties(reading: bytes), properties.pictureError == nil else {
                continue
            }
            // Cyclic or truncated directories read the same bytes as several tags, so they are skipped.
            guard properties.exifMetadata?.warnings.isEmpty ?? true else { continue }
            var edits: [MetadataEdit] = []
            for entry in properties.exif.entries where properties.exifMetadata?.entry(entry.tag) == entry {
                edits.append(MetadataEdit(.setExif(entry.tag, entry.value)))
            }
            for property in properties.xmp?.properties ?? [] where properties.metadata.extendedXMP == nil {
                guard properties.xmp?[property.name] == property.value else { continue }
                edits.append(MetadataEdit(.setXMP(property.name, property.value)))
            }
            guard !edits.isEmpty else { continue }
            let edited = try MetadataEditor(edits).edited(bytes)
            if Self.hasFurtherBlocks(bytes) {
                // Edits apply to every block, so blocks that differed agree with the first one afterwards.
                let again = try MetadataEditor(edits).edited(edited.bytes)
                #expect(again.changes.isEmpty && again.bytes == edited.bytes, "\(url.lastPathComponent)")
            } else {
                #expect(edited.changes.isEmpty && edited.bytes == bytes, "\(url.lastPathComponent): \(edited.changes)")
            }
        }
    }

    /// Whether a JPEG has more than one Exif block.
    private static func hasFurtherBlocks(_ bytes: [UInt8]) -> Bool {
        guard let file = try? JPEGFile(parsing: bytes) else { return false }
        return file.segments.count {
            $0.marker == JPEGMarker.app1 && bytes[$0.payload].starts(with: JPEGCarrier.exif.signature)
        } > 1
    }
}
