internal import UprightBase
internal import UprightFiles
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

@Suite("OpenFile")
struct OpenFileTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.write(content, to: "source")
        folder = try OpenFolder(RawPath(scratch.path))
    }

    @Test("only a file with that many bytes has a digest of its first ones")
    func beginning() throws {
        let source = try folder.file("source")
        #expect(try source.sha256(ofFirst: 7) == SHA256.hash(Array(content.prefix(7))))
        #expect(try source.sha256(ofFirst: content.count) == SHA256.hash(content))
        #expect(try source.sha256(ofFirst: content.count + 1) == nil)
    }

    @Test("a file to which one appends is not another's")
    func appending() throws {
        let path = RawPath(scratch["appended"].path())
        let first = try AppendFile(path)
        #expect(throws: FileError.self) { try AppendFile(path) }
        try first.append([1])
        try first.append([2])
        #expect(scratch.bytes(of: "appended") == [1, 2])
    }

    @Test("every way of copying gives the same bytes", arguments: OpenFile.CopyMethod.allCases)
    func copies(method: OpenFile.CopyMethod) throws {
        let source = try folder.file("source")
        let output = try AtomicFile(in: folder)
        try source.copy(to: output.file, methods: [method])
        let digest = try output.file.contentDigest()
        #expect(digest.bytes == content.count)
        #expect(digest.sha256 == SHA256.hash(content))
        #expect(digest.crc32 == CRC32.checksum(content))
        try output.publish(as: Array("copy".utf8))
        #expect(scratch.bytes(of: "copy") == content)
    }

    @Test("a copy is digested as it reads back, at any size", arguments: [0, 1, 1 << 18, (1 << 18) + 1, 1_000_000])
    func copiesAndDigests(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
        try scratch.write(bytes, to: "other")
        let output = try AtomicFile(in: folder)
        let key = KeyedDigest.randomKey()
        let digests = try folder.file("other").copy(to: output.file, digestedUnder: key)
        var keyed = KeyedDigest(key: key)
        bytes.withUnsafeBytes { keyed.update($0) }
        #expect(digests.bytes == size && digests.sha256 == SHA256.hash(bytes))
        let expected = keyed.finalized()
        #expect(digests.keyed == expected)
        try output.publish(as: Array("copy".utf8))
        #expect(scratch.bytes(of: "copy") == bytes)
    }

    @Test("the digests are those of the copy, and not of the source")
    func theCopyIsDigested() throws {
        let source = try folder.file("source")
        let key = KeyedDigest.randomKey()
        // Takes all that is written, and reads as zeros.
        let zeros = OpenFile(owning: open("/dev/zero", O_RDWR | O_CLOEXEC), path: "/dev/zero")
        let digests = try source.copy(to: zeros, digestedUnder: key)
        #expect(digests.sha256 == SHA256.hash([UInt8](repeating: 0, count: content.count)))
        let nothing = OpenFile(owning: open("/dev/null", O_RDWR | O_CLOEXEC), path: "/dev/null")
        #expect(throws: FileError(.read, "/dev/null", .endsEarly)) { try source.copy(to: nothing, digestedUnder: key) }
        let full = OpenFile(owning: open("/dev/full", O_RDWR | O_CLOEXEC), path: "/dev/full")
        #expect(throws: FileError(.write, "/dev/full", code: ENOSPC)) { try source.copy(to: full, digestedUnder: key) }
    }

    @Test("a file above the limit is not read")
    func limit() throws {
        let source = try folder.file("source")
        #expect(try source.readAll(limit: content.count) == content)
        #expect(throws: FileError(.read, source.path, .tooLarge(limit: content.count - 1))) {
            try source.readAll(limit: content.count - 1)
        }
    }

    @Test(
        "times are set to the nanosecond, also before 1970",
        arguments: [1_700_000_000_123_456_789, -1, 0, -1_500_000_000])
    func times(nanoseconds: Int64) throws {
        let output = try AtomicFile(in: folder)
        try output.file.setModified(nanoseconds)
        #expect(try output.file.status().modified == nanoseconds)
    }

    @Test("a writer is detected if the kernel reports it")
    func writer() throws {
        let file = try folder.file("source")
        guard let idle = file.isBeingWritten else { return }
        #expect(!idle)
        let handle = try FileHandle(forWritingTo: scratch["source"])
        #expect(file.isBeingWritten == true)
        try handle.close()
        #expect(file.isBeingWritten == false)
    }

    @Test("a lock has one holder, and is free after its release")
    func locks() throws {
        let path = RawPath(scratch.path).appending("lock")
        do {
            let lock = try LockFile(path)
            #expect(LockFile.isHeld(path))
            #expect(throws: LockFile.Failure.held(by: "\(getpid())")) { try LockFile(path) }
            withExtendedLifetime(lock) {}
        }
        #expect(!LockFile.isHeld(path))
    }
}
