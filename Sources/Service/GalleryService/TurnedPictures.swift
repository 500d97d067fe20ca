internal import UprightBase
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting

/// Pictures as they were before their last turns from the pages, so that an undone turn leaves every byte as it was: a turn and its
/// opposite give the same pixels, coded anew. The copies are named by both digests; without one, the opposite turn undoes.
struct TurnedPictures: Sendable {
    private let folder: RawPath
    /// How many are kept, the last ones.
    private static let most = 16

    init(_ state: RawPath) { folder = state.appending("turned") }

    private static func name(_ result: ContentDigest, _ undoing: TurnDirection) -> String {
        "\(hexadecimal(result.sha256))-\(undoing.rawValue)-"
    }

    /// The picture before the turn that a turn of the result undoes; nil if it is not kept.
    func earlier(than result: ContentDigest, _ undoing: TurnDirection) async -> OpenFile? {
        let start = Self.name(result, undoing)
        return await offTheCooperativePool {
            do throws(FileError) {
                let folder = try OpenFolder(folder)
                for entry in try folder.entries(where: { $0.starts(with: start.utf8) }, atMost: 1) {
                    let file = try folder.file(RawPath(bytes: entry.name))
                    let digest = hexadecimal(try file.contentDigest().sha256)
                    if entry.name == Array((start + digest).utf8) { return file }
                }
            } catch {
                // Not kept, or not readable: the opposite turn undoes.
            }
            return nil
        }
    }

    /// Keeps a picture that was turned until a later turn takes its place.
    func keep(_ picture: OpenFile, _ before: ContentDigest, until after: ContentDigest, _ direction: TurnDirection)
        async
    {
        let name = Self.name(after, direction.inverse) + hexadecimal(before.sha256)
        await offTheCooperativePool {
            do throws(FileError) {
                let folder = try OpenFolder.creating(folder, rights: .exactly(0o700))
                let copy = try AtomicFile(in: folder, rights: .exactly(0o600))
                try picture.copy(to: copy.file)
                guard try copy.file.contentDigest() == before else { return }
                try copy.publish(as: Array(name.utf8), replacing: true)
                var kept: [(modified: Int64, name: [UInt8])] = []
                for entry in try folder.entries() {
                    if let status = try folder.statusIfPresent(of: RawPath(bytes: entry.name)) {
                        kept.append((status.modified, entry.name))
                    }
                }
                for old in kept.sorted(by: { $0.modified > $1.modified }).dropFirst(Self.most) {
                    try folder.remove(old.name)
                }
            } catch {
                // Without it, the opposite turn undoes.
            }
        }
    }
}
