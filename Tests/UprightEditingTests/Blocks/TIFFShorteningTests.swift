import UprightRewriting
import UprightBase
import UprightFormats
import Testing

/// Blocks that are as long as a segment can hold: edits go to bytes that nothing uses.
@Suite("Edits of a full Exif segment")
struct TIFFShorteningTests {
    static let limit = 65_527
    static let orders = [TIFFByteOrder.littleEndian, .bigEndian]

    /// Returns a block with `padding` behind its content.
    private func full(_ recipe: TIFFRecipe = TIFFRecipe(), length: Int = limit, with byte: UInt8 = 0) throws
        -> TIFFBlock
    {
        let block = recipe.block.bytes
        return try TIFFBlock(parsing: block + [UInt8](repeating: byte, count: length - block.count))
    }

    private func edit(_ bytes: [UInt8], _ edits: [MetadataEdit]) throws(MetadataEditError) -> BlockEdit {
        let picture = ExifEditing.Picture(
            size: .init(width: 60, height: 40), density: nil, isJPEG: true, limit: Self.limit)
        return try ExifEditing.edited(bytes, edits, picture: picture)
    }

    /// The values of all tags except for those that `edits` set, and the thumbnail.
    private func values(_ bytes: [UInt8], except edited: Set<UInt16>) throws -> [String: [UInt8]] {
        let block = try TIFFBlock(parsing: bytes)
        let moving: Set<UInt16> = [0x8769, 0x8825, 0xA005, 0x0201]
        var found: [String: [UInt8]] = [:]
        for directory in block.directories {
            for entry in directory.entries where !edited.union(moving).contains(entry.tag) {
                found["\(directory.kind.name) \(entry.tag)"] = block.valueBytes(entry).map { Array($0) }
            }
            for data in block.dataPlaces(of: directory) {
                found["\(directory.kind.name) data"] = Array(bytes[data.range])
            }
        }
        return found
    }

    @Test(arguments: orders) func paddingIsUsed(order: TIFFByteOrder) throws {
        let source = try full(TIFFRecipe(order: order))
        let long = String(repeating: "name ", count: 800)
        let edits: [MetadataEdit] = [
            try .set("EXIF:Artist", to: [long]), try .set("EXIF:CameraOwnerName", to: [long]),
            try .set("GPS:GPSAreaInformation", to: ["here"]),
        ]
        let edited = try edit(source.bytes, edits)
        #expect(edited.bytes.count == Self.limit)
        let block = try TIFFBlock(parsing: edited.bytes)
        #expect(block.entry(TIFFTag(rawValue: 0x013B), in: .primary)?.count == long.utf8.count + 1)
        let changed: Set<UInt16> = [0x013B, 0xA430, 0x1C, 0x00]
        #expect(try values(edited.bytes, except: changed) == values(source.bytes, except: changed))
        #expect(try edit(edited.bytes, edits).changes.isEmpty)
        let note = try #require(source.entry(.makerNote, in: .exif)?.value)
        #expect(block.entry(.makerNote, in: .exif)?.value == note)
    }

    @Test(arguments: orders) func manyEditsFit(order: TIFFByteOrder) throws {
        var bytes = try full(TIFFRecipe(order: order)).bytes
        let names = ["EXIF:Artist", "EXIF:UserComment", "EXIF:Copyright", "EXIF:CameraOwnerName", "EXIF:LensModel"]
        var texts: [String: String] = [:]
        for round in 0..<120 {
            let name = names[round % names.count]
            texts[name] = String(repeating: "\(round) ", count: 300 + 37 * round % 2000)
            bytes = try edit(bytes, [.set(name, to: [try #require(texts[name])])]).bytes
            #expect(bytes.count <= Self.limit)
        }
        for (name, text) in texts { #expect(try edit(bytes, [.set(name, to: [text])]).changes.isEmpty) }
    }

    /// A note whose entry points to a range of the padding, which is no zero-filled waste to it.
    @Test(arguments: orders) func whatTheMakerNoteRefersToStays(order: TIFFByteOrder) throws {
        let block = TIFFRecipe(order: order).block.bytes
        let start = block.count + 100 + block.count % 2
        var recipe = TIFFRecipe(order: order)
        func entry(_ tag: UInt64, _ type: UInt64, _ count: Int, _ value: Int) -> [UInt8] {
            order.bytes(tag, count: 2) + order.bytes(type, count: 2) + order.bytes(UInt64(count), count: 4)
                + order.bytes(UInt64(value), count: 4)
        }
        let room = Self.limit - start - 4000
        recipe.note = order.bytes(1, count: 2) + entry(0x11, 7, room, start + 200) + [0, 0, 0, 0]
        let source = try full(recipe)
        let text = String(repeating: "x", count: 3000)
        let edited = try edit(source.bytes, [.set("EXIF:Artist", to: [text])])
        let kept = start + 200..<start + 200 + room
        #expect(Array(edited.bytes[kept]) == Array(source.bytes[kept]))
        #expect(edited.bytes.count == Self.limit)
        #expect(throws: MetadataEditError.self) {
            try edit(source.bytes, [.set("EXIF:Artist", to: [String(repeating: "x", count: 5000)])])
        }
    }

    /// Bytes that nothing refers to are used after the padding, and pictures among them are not.
    @Test func leftoversAreUsedLast() throws {
        // The gaps that the recipe leaves are smaller.
        let text = String(repeating: "x", count: 4000)
        var bytes = try full(with: 0x41).bytes
        let used = TIFFRecipe().block.bytes.count
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x42, count: 2000)
        bytes.replaceSubrange(used + 1000..<used + 1000 + picture.count, with: picture)
        #expect(throws: MetadataEditError.self) { try edit(bytes, [.set("EXIF:Artist", to: [text])]) }
        // Without the picture, they are free.
        let free = try full(with: 0x41).bytes
        #expect(try edit(free, [.set("EXIF:Artist", to: [text])]).bytes.count == Self.limit)
        // Padding behind them comes first.
        bytes.replaceSubrange((bytes.count - 6000)..., with: [UInt8](repeating: 0, count: 6000))
        let edited = try edit(bytes, [.set("EXIF:Artist", to: [text])])
        #expect(Array(edited.bytes[used..<bytes.count - 6000]) == Array(bytes[used..<bytes.count - 6000]))
    }

    /// The space is enough, but in two pieces around a value: everything is laid out anew, except for the note.
    @Test func scatteredSpaceIsGathered() throws {
        var recipe = TIFFRecipe()
        recipe.note = [UInt8](repeating: 0x55, count: 60_000)
        var block = recipe.block
        _ = block.append([UInt8](repeating: 0, count: 1200))
        block.set([recipe.text(0x0131, String(repeating: "s", count: 700))], in: .primary)
        _ = block.append([UInt8](repeating: 0, count: Self.limit - block.bytes.count))
        let source = Array(block.bytes.prefix(Self.limit))
        let free = Self.limit - recipe.block.bytes.count - 900
        let edited = try edit(source, [.set("EXIF:Artist", to: [String(repeating: "x", count: free - 400)])])
        #expect(edited.bytes.count <= Self.limit)
        let changed: Set<UInt16> = [0x013B]
        #expect(try values(edited.bytes, except: changed) == values(source, except: changed))
        let note = try #require(TIFFBlock(parsing: source).entry(.makerNote, in: .exif)?.value)
        #expect(try TIFFBlock(parsing: edited.bytes).entry(.makerNote, in: .exif)?.value == note)
    }

    @Test func aBlockWithoutRoomIsRefusedWithItsLargestTags() throws {
        var recipe = TIFFRecipe()
        recipe.note = [UInt8](repeating: 0x55, count: 60_000)
        let source = try full(recipe, with: 0x55)
        let long: [MetadataEdit] = [try .set("EXIF:Artist", to: [String(repeating: "x", count: 6000)])]
        let error = #expect(throws: MetadataEditError.self) { try edit(source.bytes, long) }
        #expect("\(try #require(error))".contains("ExifIFD:MakerNote (60000 bytes)"))
    }
}

/// `--set` on one tag changed another, whose number is that of a pointer in other directories.
@Suite struct MisplacedTagTests {
    @Test(arguments: TIFFShorteningTests.orders) func tagsWithThePointersNumbersStay(order: TIFFByteOrder) throws {
        let recipe = TIFFRecipe(order: order)
        let numbers: [UInt16] = [0x0111, 0x0117, 0x014A, 0x0201, 0x0202, 0x8769, 0x8825, 0xA005]
        for kind in [TIFFDirectory.Kind.exif, .gps, .interoperability] {
            let own: Set<UInt16> = kind == .exif ? [0xA005] : []
            var block = recipe.block
            let fields = numbers.filter { !own.contains($0) }.enumerated().map { index, number in
                recipe.integers(TIFFTag(rawValue: number), .long, 60_000 + index)
            }
            block.set(fields, in: kind)
            let before = try #require(TIFFBlock(parsing: block.bytes).directory(kind))
            let edits: [MetadataEdit] = [
                try .set("EXIF:Artist", to: [String(repeating: "x", count: 500)]),
                try .set("EXIF:CameraOwnerName", to: [String(repeating: "x", count: 500)]),
            ]
            let picture = ExifEditing.Picture(size: .init(width: 60, height: 40), density: nil, isJPEG: true)
            var edited = try TIFFBlock(parsing: ExifEditing.edited(block.bytes, edits, picture: picture).bytes)
            for field in fields {
                let entry = try #require(edited.entry(TIFFTag(rawValue: field.tag), in: kind))
                #expect(edited.valueBytes(entry).map { Array($0) } == field.bytes, "\(kind.name) \(field.tag)")
            }
            #expect(edited.directory(kind)?.entries.count ?? 0 >= before.entries.count)
            // Removing the positions leaves tags that only have the pointer's number.
            guard kind != .gps else { continue }
            edited = try TIFFBlock(
                parsing: ExifEditing.edited(edited.bytes, [MetadataEdit(.removeDirectory(.gps))], picture: picture)
                    .bytes)
            #expect(edited.directory(.gps) == nil && edited.entry(TIFFTag(rawValue: 0x8825), in: kind) != nil)
        }
    }
}
