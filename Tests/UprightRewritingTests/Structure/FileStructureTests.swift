import UprightBase
import UprightFormats
import UprightRewriting
import TestJPEG
import Testing

@Suite("The structure of a file")
struct FileStructureTests {
    static let size = Size(width: 32, height: 16)
    static let gray = JPEGSampling.all[0]

    func file(_ segments: [[UInt8]], trailer: [UInt8] = []) throws -> [UInt8] {
        try JPEGBuilder.file(
            Self.gray.picture(Self.size), JPEGProcess.optimized.coding(Self.gray), segments: segments, trailer: trailer)
    }

    @Test("The parts make up the whole file, in order")
    func parts() throws {
        let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B, 7, 7]
        let files = [
            try file([JPEGBuilder.exif(6)], trailer: [1, 2, 3]), gif, Array("no picture".utf8),
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1],
        ]
        for bytes in files {
            let structure = FileStructure(of: bytes)
            var position = 0
            for part in structure.parts {
                #expect(part.offset == position)
                position += part.length
            }
            #expect(position == bytes.count)
        }
        let names = FileStructure(of: files[0]).parts.map(\.name)
        #expect(names.starts(with: ["SOI", "APP1 Exif"]) && names.suffix(2) == ["EOI", "trailer"])
    }

    @Test("Files of very many parts are compared in the time that they take to read", .timeLimit(.minutes(2)))
    func manyParts() {
        func gif(_ count: Int, _ byte: (Int) -> [UInt8]) -> FileStructure {
            var file: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
            for index in 0..<count {
                let text = byte(index)
                file += [0x21, 0xFE, UInt8(text.count)] + text + [0]
            }
            return FileStructure(of: file + [0x3B])
        }
        let count = 40_000
        let equal = gif(count) { _ in [7] }
        #expect(equal.compared(with: equal).allSatisfy { $0.kind == .same })
        let numbered = gif(count) { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let reversed = gif(count) { [UInt8((count - 1 - $0) & 0xFF), UInt8((count - 1 - $0) >> 8)] }
        let differences = numbered.compared(with: reversed)
        #expect(differences.compactMap(\.first) == numbered.parts)
        #expect(differences.compactMap(\.second) == reversed.parts)
    }

    @Test("Two files are compared part by part")
    func comparison() throws {
        let a = JPEGBuilder.segment(0xFE, [1, 2, 3])
        let b = JPEGBuilder.segment(0xE5, [4])
        let first = FileStructure(of: try file([JPEGBuilder.exif(6), a]))
        let second = FileStructure(of: try file([JPEGBuilder.exif(1), b, a], trailer: [9]))
        let differences = first.compared(with: second)
        let kinds = differences.filter { $0.kind != .same }.map { ($0.kind, $0.first?.name ?? $0.second?.name) }
        #expect(kinds.map(\.0) == [.changed, .added, .added])
        #expect(kinds.map(\.1) == ["APP1 Exif", "APP5", "trailer"])
        #expect(first.compared(with: first).allSatisfy { $0.kind == .same })
        #expect(differences.compactMap(\.first) == first.parts)
        #expect(differences.compactMap(\.second) == second.parts)
    }
}
