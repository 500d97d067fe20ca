internal import UprightBase
internal import UprightFormats

/// The picture that a file shows: its primary item, and the items that are turned with it.
struct HEIFPicture {
    /// The boxes.
    let meta: HEIFMeta
    /// The identifier of the item that is turned (``HEIFMeta/pictured``).
    let id: Int
    /// The rotation and mirror of the item itself; nil if they are not understood.
    let transforms: HEIFTransforms?

    init(_ meta: HEIFMeta) {
        self.meta = meta
        id = meta.pictured
        transforms = meta.properties.transforms(of: id)
    }

    /// The orientation that the properties give, with those of the picture that an identical derivation (`iden`) repeats;
    /// nil if no property gives one.
    var orientation: Orientation? {
        var (item, found) = (id, Orientation?.none)
        for _ in 0..<8 {
            guard let transforms = meta.properties.transforms(of: item) else { return nil }
            if !transforms.isEmpty { found = transforms.orientation.followed(by: found ?? .up) }
            guard meta.item(item)?.type == "iden", let source = meta.references("dimg", from: item).first else { break }
            item = source
        }
        return found
    }

    /// The properties that turn the picture, in words.
    var description: String {
        guard let transforms, !transforms.isEmpty else {
            return orientation.map { "orientation \($0.rawValue) of the picture that it repeats" }
                ?? "neither irot nor imir"
        }
        return transforms.description
    }

    /// Why the properties cannot say how the picture is turned; nil if they can.
    ///
    /// - Parameter count: the number of the file's bytes.
    func obstacle(inFileOf count: Int) -> String? {
        if let damage = meta.damage.first { return "the boxes are damaged: \(damage)" }
        guard let item = meta.item(id) else { return "the primary item \(id) does not exist" }
        guard meta.size(of: id) != nil else { return "the \(item.name) has no ispe property" }
        guard transforms != nil, orientation != nil || transforms?.isEmpty == true else {
            return "the properties of the \(item.name) are in an order that is not understood"
        }
        let isDerived = !meta.references("dimg", from: id).isEmpty
        guard !isDerived || ["grid", "iden", "iovl"].contains(item.type) else {
            return "the \(item.name) is derived in a way that is not understood"
        }
        // A sample transform (`sato`) computes the picture from several items, of which only one would be turned.
        let made = HEIFDerivations(meta).derived(from: [id]).sorted().compactMap { meta.item($0) }
        if let other = made.first(where: { !["grid", "iden", "iovl", "tmap"].contains($0.type) }) {
            return "the \(other.name) is derived from the picture in a way that is not understood"
        }
        if let entry = meta.locations.entries.first(where: { meta.isExternal($0) }) {
            return "the data of item \(entry.id) is in another file"
        }
        if let entry = meta.locations.entries.first(where: { $0.construction == nil }) {
            return "the data of item \(entry.id) is found in a way that is not understood"
        }
        return relatives.count > Self.maximumRelatives
            ? "more than \(Self.maximumRelatives) pictures belong to the \(item.name)" : nil
    }

    private static let maximumRelatives = 1_000

    /// The items that show the same picture, or belong to it pixel by pixel: thumbnails, auxiliary pictures, gain maps,
    /// tone-mapped pictures, alternatives, the other eye.
    var relatives: [Int] {
        var found: [Int] = []
        var known: Set = [id]
        // A picture with more is refused.
        func add(_ items: [Int]) {
            for item in items where found.count <= Self.maximumRelatives && known.insert(item).inserted {
                found.append(item)
            }
        }
        func follow(_ item: Int) {
            add(meta.referrers("thmb", to: item))
            // The primary item can be a thumbnail itself.
            add(meta.references("thmb", from: item))
            add(meta.referrers("auxl", to: item))
            let toneMapped = meta.referrers("dimg", to: item).filter { meta.item($0)?.type == "tmap" }
            add(toneMapped)
            for mapped in toneMapped { add(meta.references("dimg", from: mapped)) }
        }
        for group in meta.groups where ["altr", "ster", "pymd"].contains(group.type) && group.items.contains(id) {
            add(group.items.filter { meta.item($0) != nil })
        }
        follow(id)
        for item in found { follow(item) }
        return found
    }

    /// The items that are turned with the primary one: those with the same rotation and mirror before.
    ///
    /// A thumbnail that is already upright does not follow. Nor does a gain map of Samsung's cameras, whose viewers turn it
    /// with the picture although it has no properties.
    ///
    /// - Parameters:
    ///   - orientation: the orientation by which the picture is turned.
    ///   - make: the maker of the camera.
    func followers(of orientation: Orientation, make: String?) -> [Int] {
        let derivations = HEIFDerivations(meta)
        let sources = derivations.sources(of: [id])
        let auxiliary = Set(meta.referrers("auxl", to: id))
        let turned = relatives.filter { item in
            guard meta.item(item) != nil, meta.properties.transforms(of: item) == transforms else { return false }
            // What the picture is derived from is turned with it.
            guard !sources.contains(item) else { return false }
            if meta.referrers("thmb", to: id).contains(item), likeness(ofThumbnail: item, orientation) == .turned {
                return false
            }
            // An auxiliary picture without the crop of the picture leaves all of its transforms to viewers.
            if auxiliary.contains(item), isCropped(item) != isCropped(id) { return false }
            return make?.lowercased().contains("samsung") != true || !isGainMap(item)
        }
        // So is what is derived from the items that turn, unless its writer repeats the properties.
        let derived = derivations.derived(from: [id] + turned)
        return turned.filter { !derived.contains($0) || transforms?.isEmpty == false }
    }

    private func isCropped(_ item: Int) -> Bool { meta.properties.property("clap", of: item) != nil }

    /// Whether an item is a gain map beside the picture.
    private func isGainMap(_ item: Int) -> Bool {
        guard let payload = meta.properties.property("auxC", of: item)?.payload.dropFirst(4) else { return false }
        let type = String(decoding: payload.prefix { $0 != 0 }, as: UTF8.self).lowercased()
        return type.contains("gainmap") || type.contains("samsung")
    }
}

extension HEIFPicture {
    /// What the shape of a thumbnail says.
    enum Likeness {
        case stored
        /// It is stored as the upright picture is.
        case turned
        /// It fits neither.
        case other
    }

    /// Compares the shape of a thumbnail without properties with that of the picture.
    private func likeness(ofThumbnail item: Int, _ orientation: Orientation) -> Likeness {
        guard let own = meta.size(of: item), let whole = meta.size(of: id), own.width > 0, own.height > 0,
            // Nearly square pictures do not tell.
            max(whole.width, whole.height) * 10 > min(whole.width, whole.height) * 11
        else { return .stored }
        func fits(_ size: Size) -> Bool {
            // Thumbnails are rounded to whole pixels, or to even ones.
            let left = own.width.multipliedSaturated(by: size.height)
            let right = own.height.multipliedSaturated(by: size.width)
            return max(left, right) - min(left, right) <= max(left, right) / 8
        }
        if fits(whole) { return .stored }
        let turned = Size(width: whole.height, height: whole.width)
        return fits(turned) ? (orientation.transposes ? .turned : .other) : .stored
    }

    /// Why a thumbnail speaks against an orientation; nil if none does. Nothing is decoded: its own properties and its
    /// shape decide.
    func veto(against orientation: Orientation) -> String? {
        for item in meta.referrers("thmb", to: id) {
            guard let own = meta.properties.transforms(of: item) else { continue }
            if !own.isEmpty, own.orientation != orientation {
                return "its thumbnail, item \(item), has \(own.description)"
            }
            if own.isEmpty, likeness(ofThumbnail: item, orientation) == .other {
                return "its thumbnail, item \(item), is stored transposed"
            }
        }
        return nil
    }
}
