import Synchronization
import TestSupport
import Testing
import UprightFiles

@Suite("The names in a folder are listed once")
struct FolderNamesTests {
    private final class Fixture: Sendable {
        let scratch: TemporaryFolder
        /// The number of names that were examined: one per entry and listing.
        let examined = Mutex(0)
        let folder: OpenFolder

        init(_ files: [String]) throws {
            scratch = try TemporaryFolder()
            for name in files { try scratch.write([1] as [UInt8], to: name) }
            folder = try OpenFolder(RawPath(scratch.path))
        }

        /// Creates a store of names that end in `.xmp`, with a clock that is ahead of the folder's last change.
        func names(secondsAhead: Int64) -> FolderNames {
            FolderNames(
                where: { [self] name in
                    examined.withLock { $0 += 1 }
                    return String(decoding: name, as: UTF8.self).lowercased().hasSuffix(".xmp")
                },
                now: { [self] in
                    let status = try? folder.status()
                    return max(status?.modified ?? 0, status?.changed ?? 0) + secondsAhead * 1_000_000_000
                })
        }
    }

    @Test func anUnchangedFolderIsListedOnce() throws {
        let fixture = try Fixture(["a.jpg", "a.xmp", "b.jpg"])
        let names = fixture.names(secondsAhead: 10)
        for _ in 0..<3 {
            let found = try #require(try names.names(in: fixture.folder).names)
            #expect(found.names(beginningWith: []) == [Array("a.xmp".utf8)])
        }
        #expect(fixture.examined.withLock(\.self) == 3)
    }

    @Test func aNewNameIsSeenAtOnce() throws {
        let fixture = try Fixture(["a.jpg"])
        let names = fixture.names(secondsAhead: 10)
        #expect(try names.names(in: fixture.folder).names?.isEmpty == true)
        try fixture.scratch.write([1] as [UInt8], to: "a.xmp")
        #expect(try names.names(in: fixture.folder).names?.names(beginningWith: Array("a".utf8)).count == 1)
    }

    @Test("a folder that changed in the last seconds is not trusted: a later change can have the same time")
    func aChangingFolderIsNotTrusted() throws {
        let fixture = try Fixture(["a.xmp"])
        for seconds: Int64 in [2, -5] {
            let names = fixture.names(secondsAhead: seconds)
            #expect(try !names.names(in: fixture.folder).isExact)
            try fixture.scratch.write([1] as [UInt8], to: "b.xmp")
            let (old, new) = (
                try names.names(in: fixture.folder, within: .seconds(900)), try names.names(in: fixture.folder)
            )
            #expect(old.names?.names(beginningWith: Array("b".utf8)) == [] && !old.isExact)
            #expect(new.names?.names(beginningWith: []).count == 2 && !new.isExact)
            try fixture.folder.remove(Array("b.xmp".utf8))
        }
    }

    @Test("that a folder has no wanted name is known once it has been listed, until it changes")
    func knownToHaveNone() throws {
        let fixture = try Fixture(["a.jpg"])
        let names = fixture.names(secondsAhead: 10)
        let device = try fixture.folder.status().device
        #expect(!names.hasNone(in: fixture.folder, onDevice: device), "it has not been listed")
        _ = try names.names(in: fixture.folder)
        #expect(names.hasNone(in: fixture.folder, onDevice: device))
        #expect(!names.hasNone(in: fixture.folder, onDevice: device &+ 1), "a device of which nothing is known")
        try fixture.scratch.write([1] as [UInt8], to: "a.xmp")
        #expect(!names.hasNone(in: fixture.folder, onDevice: device), "it has changed")
        _ = try names.names(in: fixture.folder)
        #expect(!names.hasNone(in: fixture.folder, onDevice: device), "it has one")
    }

    @Test("names are found by how their keys begin")
    func keys() throws {
        let fixture = try Fixture(["A.XMP", "ab.xmp", "b.xmp", "u\u{308}.xmp"])
        let found = try #require(try fixture.names(secondsAhead: 10).names(in: fixture.folder).names)
        func names(_ start: String) -> [String] {
            found.names(beginningWith: Array(start.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(names("a") == ["A.XMP", "ab.xmp"] && names("A.xmp") == ["A.XMP"] && names("c").isEmpty)
        #expect(names("\u{DC}").map { Array($0.utf8) } == [Array("u\u{308}.xmp".utf8)])
        #expect(found.hasExtension("xmp") && !found.hasExtension("json"))
    }

    @Test func aFolderWithTooManyNamesIsNotListed() throws {
        let scratch = try TemporaryFolder()
        for index in 0...65_536 { try scratch.write([] as [UInt8], to: "\(index).xmp") }
        let folder = try OpenFolder(RawPath(scratch.path))
        let now = try folder.status().changed + 10_000_000_000
        #expect(try FolderNames(where: { _ in true }, now: { now }).names(in: folder).names == nil)
    }
}
