import UprightRewriting
import UprightFormats
import Testing

@Suite("TIFF blocks")
struct TIFFBlockTests {
    static let orders: [TIFFByteOrder] = [.littleEndian, .bigEndian]

    @Test("Written values are read back", arguments: orders)
    func roundTrip(order: TIFFByteOrder) throws {
        let block = try TIFFBlock(parsing: TIFFRecipe(order: order).block.bytes)
        #expect(block.warnings == [])
        #expect(block.directories.map(\.kind) == [.primary, .exif, .interoperability, .gps, .thumbnail])
        #expect(block.integer(.orientation, in: .primary) == 6)
        #expect(block.integer(.imageLength, in: .primary) == 40)
        let area = try #require(block.entry(.subjectArea, in: .exif))
        #expect(block.integers(area) == [10, 5, 8, 4])
        let resolution = try #require(block.entry(.xResolution, in: .primary).flatMap { block.rationals($0) }?.first)
        #expect(resolution == (300, 1))
        let maker = try #require(block.directory(.primary)?.entries.first { $0.tag == 0x010F })
        #expect(block.text(maker).map(Array.init) == Array("Maker of cameras".utf8))
    }

    static let integerTypes: [TIFFFieldType] = [.byte, .sbyte, .short, .sshort, .long, .slong]

    @Test("A number of any integer type is patched in place", arguments: orders, integerTypes)
    func patch(order: TIFFByteOrder, type: TIFFFieldType) throws {
        let bytes = TIFFRecipe(order: order, orientationType: type).block.bytes
        var block = try TIFFBlock(parsing: bytes)
        let entry = try #require(block.entry(.orientation, in: .primary))
        #expect(entry.type == type)
        let done1 = block.patch(entry, with: [1])
        #expect(done1)
        #expect(zip(bytes, block.bytes).filter { $0 != $1 }.count == 1)
        #expect(block.integer(entry) == 1)
        let done2 = block.patch(entry, with: [6])
        #expect(done2)
        #expect(block.bytes == bytes)
        let done3 = block.patch(entry, with: [1 << 33])
        #expect(!done3)
        let done4 = block.patch(entry, with: [1, 2, 3, 4, 5])
        #expect(!done4)
    }

    @Test("Signed numbers keep their sign", arguments: orders)
    func signs(order: TIFFByteOrder) {
        var block = TIFFBlock(byteOrder: order)
        for (tag, type) in [TIFFFieldType.sbyte, .sshort, .slong].enumerated() {
            let tag = TIFFTag(rawValue: UInt16(tag + 1))
            block.set([TIFFField(tag: tag, type: type, integers: [-7, 3], order: order)], in: .primary)
            #expect(block.entry(tag, in: .primary).flatMap { block.integers($0) } == [-7, 3])
        }
    }

    @Test("A new field moves nothing outside of its directory", arguments: orders)
    func insertion(order: TIFFByteOrder) throws {
        let before = TIFFRecipe(order: order).block
        var after = before
        let comment = Array("a comment".utf8)
        let done5 = after.set([TIFFField(tag: 0x9286, type: .undefined, count: 9, bytes: comment)], in: .exif)
        #expect(done5)
        let note = try #require(before.entry(.makerNote, in: .exif))
        #expect(after.entry(.makerNote, in: .exif)?.value == note.value)
        let pointer = try #require(before.entry(.exifIFD, in: .primary)?.value)
        let directory = try #require(before.directory(.exif)).offset
        let changed = zip(before.bytes, after.bytes).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        // Only what pointed to the directory, the directory, and bytes that nothing used.
        #expect(changed.allSatisfy { pointer.contains($0) || before.isFree($0..<$0 + 1, except: [directory]) })
        #expect(after.directory(.exif)?.entries.map(\.tag) == after.directory(.exif)?.entries.map(\.tag).sorted())
        let done6 = after.set([], removing: [0x9286], in: .exif)
        #expect(done6)
        #expect(after.directory(.exif)?.entries.map(\.tag) == before.directory(.exif)?.entries.map(\.tag))
        #expect(
            after.entry(.makerNote, in: .exif).flatMap { after.valueBytes($0) }.map(Array.init) == TIFFRecipe().note)
    }

    @Test("A longer value goes where there is room; a shorter one stays in place", arguments: orders)
    func growth(order: TIFFByteOrder) throws {
        let recipe = TIFFRecipe(order: order)
        let before = recipe.block
        var after = before
        after.set([recipe.text(0x010F, "Short")], in: .primary)
        #expect(after.bytes.count == before.bytes.count)
        after.set([recipe.text(0x010F, "A maker with a name that is longer than before")], in: .primary)
        let entry = try #require(after.directory(.primary)?.entries.first { $0.tag == 0x010F })
        let range = try #require(entry.value)
        #expect(range.lowerBound >= before.bytes.count || before.isFree(range, except: [entry.offset]))
        #expect(after.text(entry).map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("A maker with") == true)
    }

    @Test("Room is used again: forty edits forth and back do not make a block longer", arguments: orders)
    func room(order: TIFFByteOrder) throws {
        let recipe = TIFFRecipe(order: order)
        var block = recipe.block
        let note = try #require(block.entry(.makerNote, in: .exif)?.value)
        let (short, long) = ("Short", "A maker with a name that is longer than the one before")
        var lengths: [Int] = []
        for round in 0..<40 {
            block.set([recipe.text(0x010F, round % 2 == 0 ? long : short)], in: .primary)
            if round % 2 == 0 {
                block.set([recipe.text(0x9286, long), recipe.text(0x9290, "77")], in: .exif)
            } else {
                // Whoever removes a value wipes it.
                block.set([recipe.text(0x9286, "")], in: .exif)
                block.set([], removing: [0x9286, 0x9290], in: .exif)
            }
            lengths.append(block.bytes.count)
            #expect(block.entry(.makerNote, in: .exif)?.value == note)
        }
        #expect(Set(lengths.dropFirst(4)).count == 1, "\(lengths)")
        #expect(Set(block.directories.map(\.kind)) == Set(recipe.block.directories.map(\.kind)))
    }

    @Test("What a maker note can refer to is no room, nor are zeros before other bytes")
    func roomOfNotes() throws {
        var block = TIFFBlock(byteOrder: .littleEndian)
        // A directory of Canon's kind, whose entry has 64 zeros behind the note.
        let zeros = 200
        let entry: [UInt8] = [1, 0, 9, 0, 7, 0, 64, 0, 0, 0, UInt8(zeros), 0, 0, 0, 0, 0, 0, 0]
        block.set([TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: 18, bytes: entry)], in: .exif)
        block.bytes += [UInt8](repeating: 0, count: zeros + 64 - block.bytes.count)
        block.bytes += [UInt8](repeating: 0, count: 100) + Array("a mark".utf8) + [UInt8](repeating: 0, count: 100)
        let read = try TIFFBlock(parsing: block.bytes)
        let (mark, end) = (zeros + 164, read.bytes.count)
        for (length, isRoom) in [(8, true), (40, true), (84, true), (160, false)] {
            var edited = read
            edited.set([TIFFRecipe().text(0x010F, String(repeating: "x", count: length - 1))], in: .primary)
            let found = try #require(edited.entry(.make, in: .primary)?.value)
            #expect(found.upperBound <= zeros || found.lowerBound >= mark + 6 + 16, "\(length): \(found)")
            #expect((edited.bytes.count == end) == isRoom, "\(length): \(found)")
            #expect(edited.bytes[zeros..<mark + 6].elementsEqual(read.bytes[zeros..<mark + 6]))
        }
    }

    @Test("A pointer to data that is not a directory is ignored; many unreadable entries cause one warning")
    func foreignDirectory() throws {
        var block = TIFFBlock(byteOrder: .bigEndian)
        block.set(
            [TIFFField(tag: .orientation, type: .short, integers: [6], order: .bigEndian)], in: .primary)
        let noise = block.append((0..<2000).map { UInt8(truncatingIfNeeded: $0 * 151 + $0 / 7 + 0x80) })
        block.set(
            [TIFFField(tag: .interoperabilityIFD, type: .long, integers: [noise], order: .bigEndian)], in: .exif)
        let found = try TIFFBlock(parsing: block.bytes)
        #expect(found.integer(.orientation, in: .primary) == 6)
        #expect(found.directory(.interoperability) == nil)
        #expect(found.warnings.count == 1)
        // A truncated directory keeps its readable entries and drops those with values outside of the block.
        var entries: [UInt8] = [0, 9, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
        for tag in 0..<6 { entries += [1, UInt8(0x20 + tag), 0, 2, 0, 0, 0, 9, 0, 0, 0xFF, 0] }
        let cut = try TIFFBlock(parsing: [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8] + entries)
        #expect(cut.integer(.orientation, in: .primary) == 8)
        #expect(cut.warnings.count == 2)
    }

    @Test("Directories that form a cycle are read once, with a warning")
    func circle() throws {
        var block = TIFFRecipe().block
        let next = try #require(block.directory(.thumbnail)?.nextPosition)
        var bytes = block.bytes
        bytes.replaceSubrange(next..<next + 4, with: bytes[4..<8])
        block = try TIFFBlock(parsing: bytes)
        #expect(block.directories.count == 5)
        #expect(block.warnings.contains { $0.contains("cycle") })
    }

    @Test("A directory that is its own next one stays so when it is copied", arguments: orders)
    func ownNext(order: TIFFByteOrder) throws {
        var block = TIFFBlock(byteOrder: order)
        block.set([TIFFField(tag: .orientation, type: .short, integers: [6], order: order)], in: .primary)
        let primary = try #require(block.directory(.primary))
        let next = try #require(primary.nextPosition)
        var bytes = block.bytes
        bytes.replaceSubrange(next..<next + 4, with: order.bytes(UInt64(primary.offset), count: 4))
        block = try TIFFBlock(parsing: bytes)
        block.set([TIFFRecipe(order: order).text(0x010F, "Maker")], in: .primary)
        #expect(block.directories.map(\.kind) == [.primary])
        #expect(try TIFFBlock(parsing: block.bytes).warnings.filter { $0.contains("cycle") }.count == 1)
    }

    @Test("A value in the place of the offset to the next directory is kept", arguments: orders)
    func noNextOffset(order: TIFFByteOrder) throws {
        let recipe = TIFFRecipe(order: order)
        var block = TIFFBlock(byteOrder: order)
        block.set(
            [
                TIFFField(tag: 0x9003, type: .ascii, count: 12, bytes: Array("Some time..\0".utf8)),
                TIFFField(tag: TIFFTag(rawValue: 0xA403), type: .short, integers: [1], order: order),
            ], in: .exif)
        let directory = try #require(block.directory(.exif))
        let next = try #require(directory.nextPosition)
        var bytes = block.bytes
        // The text starts immediately after the last entry.
        bytes.replaceSubrange(
            directory.entries[0].offset + 8..<directory.entries[0].offset + 12,
            with: order.bytes(UInt64(next), count: 4))
        bytes = Array(bytes[..<next]) + Array("Another one\0".utf8) + bytes[(next + 4)...]
        func text(_ block: TIFFBlock) -> String? {
            block.entry(TIFFTag(rawValue: 0x9003), in: .exif).flatMap { block.text($0) }.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let before = try TIFFBlock(parsing: bytes)
        try #require(text(before) == "Another one")
        var removed = before
        removed.set([], removing: [0xA403], in: .exif)
        #expect(text(removed) == "Another one" && removed.directory(.exif)?.entries.count == 1)
        var added = before
        added.set([recipe.text(0xA430, "An owner")], in: .exif)
        #expect(text(added) == "Another one" && added.directory(.exif)?.entries.count == 3)
        let last = try #require(added.directory(.exif)?.nextPosition)
        #expect(Array(added.bytes[last..<last + 4]) == [0, 0, 0, 0])
    }

    @Test("A duplicate tag occurs once after it is set, and never after it is removed", arguments: orders)
    func duplicates(order: TIFFByteOrder) throws {
        let recipe = TIFFRecipe(order: order)
        var block = TIFFBlock(byteOrder: order)
        let tags: [UInt16] = [0x010F, 0x0110, 0x0111]
        block.set(tags.map { recipe.text($0, "Text of \($0)") }, in: .primary)
        var bytes = block.bytes
        let last = try #require(block.directory(.primary)?.entries.last)
        bytes.replaceSubrange(last.offset..<last.offset + 2, with: order.bytes(0x010F, count: 2))
        block = try TIFFBlock(parsing: bytes)
        #expect(block.directory(.primary)?.entries.map(\.tag) == [0x010F, 0x0110, 0x010F])
        var removed = block
        removed.set([], removing: [0x010F], in: .primary)
        #expect(removed.directory(.primary)?.entries.map(\.tag) == [0x0110])
        block.set([recipe.text(0x010F, "New")], in: .primary)
        let entries = try #require(try TIFFBlock(parsing: block.bytes).directory(.primary)?.entries)
        #expect(entries.map(\.tag) == [0x010F, 0x0110])
        #expect(block.text(entries[0]).map(Array.init) == Array("New".utf8))
        #expect(block.text(entries[1]).map(Array.init) == Array("Text of 272".utf8))
    }

    @Test("Appended bytes are not read as truncated data", arguments: orders)
    func promises(order: TIFFByteOrder) throws {
        let recipe = TIFFRecipe(order: order)
        var block = TIFFBlock(byteOrder: order)
        block.set([recipe.text(0x010F, "A maker"), recipe.text(0x0110, "A model with a long name")], in: .primary)
        var bytes = Array(block.bytes)
        let primary = try #require(block.directory(.primary))
        // The next directory is past the end of the block, and a value extends past it.
        let next = try #require(primary.nextPosition)
        bytes.replaceSubrange(next..<next + 4, with: order.bytes(UInt64(bytes.count + 6), count: 4))
        bytes.replaceSubrange(
            primary.entries[0].offset + 4..<primary.entries[0].offset + 12,
            with: order.bytes(40, count: 4) + order.bytes(UInt64(bytes.count - 4), count: 4))
        block = try TIFFBlock(parsing: bytes)
        #expect(
            block.directory(.thumbnail) == nil && block.entry(TIFFTag(rawValue: 0x010F), in: .primary)?.value == nil)
        let comment = [UInt8](repeating: 0x63, count: 60)
        block.set([TIFFField(tag: 0x9286, type: .undefined, count: 60, bytes: comment)], in: .primary)
        let read = try TIFFBlock(parsing: block.bytes)
        #expect(read.directory(.thumbnail)?.entries.isEmpty ?? true)
        #expect(read.entry(TIFFTag(rawValue: 0x010F), in: .primary)?.value == nil)
        #expect(
            read.entry(TIFFTag(rawValue: 0x9286), in: .primary).flatMap { read.valueBytes($0) }.map(Array.init)
                == comment)
    }

    @Test("Every prefix and every changed byte is read or rejected", arguments: orders)
    func damage(order: TIFFByteOrder) {
        let bytes = TIFFRecipe(order: order).block.bytes
        for end in bytes.indices {
            let prefix = Array(bytes[..<end])
            guard let block = try? TIFFBlock(parsing: prefix) else { continue }
            #expect(block.bytes == prefix)
        }
        for position in bytes.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[position] ^ 1] {
                var changed = bytes
                changed[position] = value
                guard let block = try? TIFFBlock(parsing: changed) else { continue }
                #expect(block.bytes == changed)
                for directory in block.directories {
                    for entry in directory.entries {
                        _ = (block.integers(entry), block.rationals(entry), block.floats(entry), block.text(entry))
                    }
                }
            }
        }
    }
}
