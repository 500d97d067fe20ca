/// Finds the names of a shot's files in folders. Share it, so that a folder is listed once.
package struct ShotNames: Sendable {
    /// The names of possible members of shots.
    package let members = FolderNames { ShotTable.kind(of: $0) != nil }
    /// The names of pictures, and of raw files and videos that can lead a shot.
    private let pictures = FolderNames { name in
        guard let suffix = NumberedName.split(name).suffix else { return false }
        return ShotTable.pictureExtensions.contains(ShotTable.lowercased(suffix)) || ShotTable.leadsWithoutPicture(name)
    }

    package init() {}

    /// Returns the names in a folder that the members of a picture have, and those that it could have if no other picture were closer.
    ///
    /// - Parameter age: how old a list of a folder that changes may be.
    package func members(
        of picture: [UInt8], in folder: OpenFolder, within age: Duration
    ) throws(FileError) -> (own: [[UInt8]], others: [[UInt8]]) {
        let names = ShotTable.names(ofMembersOf: picture, in: try members.names(in: folder, within: age).names)
        let found: [(name: [UInt8], member: ShotTable.Member)] = names.compactMap { name in
            guard !ShotTable.isCloser(name, toOneOf: names, than: picture) else { return nil }
            return ShotTable.member(name, of: picture, output: picture).map { (name, $0) }
        }
        guard found.contains(where: \.member.isDoubtful),
            let listed = try pictures.names(in: folder, within: age).names
        else { return (found.map(\.name), []) }
        var (own, others): ([[UInt8]], [[UInt8]]) = ([], [])
        for (name, member) in found {
            let isOwn = !member.isDoubtful || ShotTable.isClosest(picture, to: name, among: listed)
            if isOwn { own.append(name) } else { others.append(name) }
        }
        return (own, others)
    }

    /// Returns the files in a folder that can be pictures of a member, or raw files and videos that lead its shot.
    ///
    /// - Parameter age: how old a list of a folder that changes may be.
    package func pictures(
        of member: [UInt8], in folder: OpenFolder, within age: Duration
    ) throws(FileError) -> [[UInt8]: FileStatus] {
        var present: [[UInt8]: FileStatus] = [:]
        // A picture can have no extension, and is not in the list then.
        let stems = ShotTable.pictureStems(of: member)
        for name in stems + ShotTable.names(ofPicturesOf: member, in: try pictures.names(in: folder, within: age).names)
        where present[name] == nil {
            let status = try folder.statusIfPresent(of: RawPath(bytes: name))
            if let status, status.kind == .regular { present[name] = status }
        }
        return present
    }

    /// Returns the names of a picture's XMP sidecars and of Takeout's descriptions of it, the closest first; they are there, or are
    /// likely.
    package func sidecars(of picture: [UInt8], in folder: OpenFolder) -> [[UInt8]] {
        var names: Set<[UInt8]> = []
        var isComplete = false
        do throws(FileError) {
            let age = Duration.milliseconds(200)
            names = Set(try members(of: picture, in: folder, within: age).own)
            let listing = try members.names(in: folder, within: age)
            isComplete = listing.isExact && listing.names != nil
        } catch {
            // Opening a sidecar reports why.
        }
        if !isComplete { names.formUnion(ShotTable.likelyNames(of: picture)) }
        let found = names.compactMap { name -> (name: [UInt8], member: ShotTable.Member)? in
            guard let member = ShotTable.member(name, of: picture, output: picture) else { return nil }
            return member.isRead ? (name, member) : nil
        }
        func rank(_ found: (name: [UInt8], member: ShotTable.Member)) -> (Int, Int, Int, Int) {
            let member = found.member
            return (member.kind == .sidecar ? 0 : 1, member.isExact ? 0 : 1, member.distance, found.name.count)
        }
        return found.sorted { rank($0) < rank($1) }.map(\.name)
    }
}
