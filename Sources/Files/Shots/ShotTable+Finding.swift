internal import UprightRewriting

/// Finding the members of a picture and the pictures of a member among the names of a folder: by how their keys begin.
extension ShotTable {
    // MARK: From a picture to its members

    /// Returns the names in a picture's folder that its members can have.
    ///
    /// - Parameter listed: the names in the folder; nil if there are too many to list, and the file system is to be asked for each.
    package static func names(ofMembersOf picture: [UInt8], in listed: FolderNames.Names?) -> [[UInt8]] {
        guard let listed else { return likelyNames(of: picture) }
        guard !listed.isEmpty else { return [] }
        let beginnings = beginnings(ofMembersOf: picture, hasDescriptions: listed.hasExtension("json"))
        var seen: Set<[UInt8]> = [picture]
        return beginnings.flatMap { listed.names(beginningWith: $0) }.filter { seen.insert($0).inserted }
    }

    /// How the names of a picture's members begin.
    ///
    /// - Parameter hasDescriptions: whether Takeout's descriptions are among them.
    package static func beginnings(ofMembersOf picture: [UInt8], hasDescriptions: Bool = true) -> [[UInt8]] {
        let stem = NameKey.folded(NumberedName.split(picture).stem)
        if hasDescriptions {
            return beginnings(ofMembersOf: picture, hasDescriptions: false) + TakeoutName.beginnings(of: picture)
        }
        if stem.starts(with: apple) {
            return [stem] + appleLetters.map { apple + [$0] + stem.dropFirst(apple.count) }
        }
        for end in [".raw-01.cover", ".raw-01.mp.cover"].map({ Array($0.utf8) })
        where stem.count > end.count && stem.suffix(end.count).elementsEqual(end) {
            return [stem.dropLast(end.count) + ".raw-0".utf8]
        }
        return [stem]
    }

    /// Whether no picture in the folder is closer to one of its members.
    ///
    /// - Parameter listed: the names of the pictures in the folder. Where it lacks this one's, the file system ignores case or form,
    ///   and has no other.
    package static func isClosest(_ picture: [UInt8], to member: [UInt8], among listed: FolderNames.Names) -> Bool {
        guard listed.names(beginningWith: picture).contains(picture) else { return true }
        return pictures(of: member, among: names(ofPicturesOf: member, in: listed)).contains(picture)
    }

    // MARK: From a member to its pictures

    /// Returns the names in a member's folder that its pictures, and what leads a shot without one, can have.
    ///
    /// - Parameter listed: the names in the folder; nil if there are too many to list, and the file system is to be asked for each.
    package static func names(ofPicturesOf member: [UInt8], in listed: FolderNames.Names?) -> [[UInt8]] {
        let stems = pictureStems(of: member)
        guard let listed else { return stems.flatMap { stem in likelyExtensions.map { stem + [dot] + $0.utf8 } } }
        return stems.flatMap { listed.names(beginningWith: $0) }
    }

    /// The extensions of pictures, and of what leads a shot without one, also in upper case.
    package static let likelyExtensions = (PictureFormats.descriptions.flatMap(\.filenameExtensions) + leadExtensions)
        .flatMap {
            [$0, $0.uppercased()]
        }

    /// The places of the extensions in the order in which pictures that share a member are asked for.
    private static let order = Dictionary(zip(likelyExtensions, 0...)) { first, _ in first }

    /// Returns the pictures that a member belongs to, among the names beside it.
    ///
    /// Of names that differ in nothing but case, form and extension, those that the member spells are closer. A sidecar with a
    /// number belongs to the picture with this number, if there is one. The closest come first.
    package static func pictures(of member: [UInt8], among names: [[UInt8]]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        let found = names.sorted { $0.lexicographicallyPrecedes($1) }.filter { seen.insert($0).inserted }.compactMap {
            name in
            self.member(member, of: name, output: name).map { (name: name, member: $0) }
        }
        // What leads a shot without a picture is no rival of a picture.
        func rivals(_ name: [UInt8]) -> [UInt8] {
            NameKey.folded(NumberedName.split(name).stem) + [leadsWithoutPicture(name) ? 1 : 0]
        }
        func rank(_ found: (name: [UInt8], member: Member)) -> (Int, Int) {
            (
                found.member.distance,
                NumberedName.split(found.name).suffix.flatMap { order[lowercased($0)] } ?? order.count
            )
        }
        let spelled = Set(found.filter { $0.member.isExact }.map { rivals($0.name) })
        let keys = Set(names.map(NameKey.folded))
        return found.filter { name, member in
            (member.isExact || !spelled.contains(rivals(name)))
                && !(member.closer.map { keys.contains(NameKey.folded($0)) } ?? false)
        }.sorted { one, other in rank(one) < rank(other) }.map(\.name)
    }

    /// How the names of a member's pictures begin.
    package static func pictureStems(of member: [UInt8]) -> [[UInt8]] {
        guard let (base, _, row) = parts(member) else { return [] }
        if row.kind == .description { return [TakeoutName.beginning(ofPicturesOf: NameKey.folded(base))] }
        var stems: [[UInt8]] = []
        if row.replaces || row.follows { stems.append(base) }
        if row.kind == .video { stems.append(member) }
        if row.kind == .raw { stems += [pixelCover(of: base), pixelMotionCover(of: base)].compactMap(\.self) }
        if row.followsMember, let inner = NumberedName.split(base).suffix, canBeFollowed(inner) {
            stems.append(NumberedName.split(base).stem)
        }
        if row.kind == .sidecar, let (inner, _, _) = version(base) { stems.append(inner) }
        if row.kind == .edits, let plain = withoutAppleLetter(base)?.plain { stems.append(plain) }
        return stems
    }

    // MARK: By a part of the name

    /// A part of a member's name that is also one of the keys of its picture (``keys(ofMembersOf:)``): what its key has before the
    /// first dot, and for a duplicate's sidecar before its number.
    package static func key(of name: [UInt8]) -> [UInt8] {
        let name = NameKey.folded(name)
        let (base, suffix) = NumberedName.split(name)
        if let suffix, lowercased(suffix) == "xmp", let (stem, _, _) = version(base) { return key(of: stem) }
        return TakeoutName.unclipped(Array(name[..<(name.dropFirst().firstIndex(of: dot) ?? name.count)]))
    }

    /// The keys that the members of a picture can have.
    package static func keys(ofMembersOf picture: [UInt8]) -> Set<[UInt8]> {
        var keys = Set(beginnings(ofMembersOf: picture).map(key))
        // The picture itself can have a name like that of a duplicate.
        if let (stem, _, _) = version(picture) { keys.insert(key(of: stem)) }
        return keys
    }
}
