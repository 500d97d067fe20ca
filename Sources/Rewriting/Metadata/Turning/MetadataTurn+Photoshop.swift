internal import UprightBase
internal import UprightFormats

extension MetadataTurn {
    /// Turns Photoshop image resources: the blocks that start with `8BIM`, without the `Photoshop 3.0\0` before them.
    public func photoshop(_ resources: [UInt8]) -> Turned {
        var source = PhotoshopResources(parsing: resources)
        var turned = Turned(bytes: resources, warnings: source.warnings)
        guard !movesNothing else { return turned }
        var kept: [PhotoshopResources.Resource] = []
        for var resource in source.resources {
            let old = resource.data
            var new: [UInt8]?
            do throws(FormatError) {
                new = try self.turned(resource, into: &turned)
            } catch {
                turned.warnings.append("the Photoshop thumbnail is dropped: \(error)")
                turned.changes.append(
                    Change(ChangeSubject(.photoshop, "Thumbnail"), from: "\(old.count) bytes", to: "dropped"))
                continue
            }
            if let new { resource.data = new }
            kept.append(resource)
        }
        refreshDigest(in: &kept, before: source.resources)
        source.resources = kept
        turned.bytes = source.serialized
        return turned
    }

    /// Returns a resource's data for the upright picture; nil if it does not change.
    private func turned(
        _ resource: PhotoshopResources.Resource, into turned: inout Turned
    ) throws(FormatError) -> [UInt8]? {
        guard resource.signature.elementsEqual("8BIM".utf8) else { return nil }
        switch resource.id {
        case PhotoshopResources.resolution: return resolution(resource.data, into: &turned)
        case PhotoshopResources.oldThumbnail, PhotoshopResources.thumbnail:
            return try photoshopThumbnail(resource.data, into: &turned)
        case PhotoshopResources.iptc: return iptc(resource.data, into: &turned)
        case PhotoshopResources.guides where Self.hasContent(resource.id, resource.data):
            return move("Guides", guides(resource.data), from: resource.data, into: &turned)
        case PhotoshopResources.paths: return move("Path", path(resource.data), from: resource.data, into: &turned)
        default:
            let parts = FixedPart.all.filter { if case .resource(resource.id) = $0.location { true } else { false } }
            if turn.orientation != .up, Self.hasContent(resource.id, resource.data) {
                for part in parts { turned.keep(part, in: "photoshop") }
            }
            return nil
        }
    }

    /// Updates the digest of a changed IPTC block if it was right before: the digest tells readers whether another
    /// program changed the IPTC block.
    private func refreshDigest(
        in resources: inout [PhotoshopResources.Resource], before source: [PhotoshopResources.Resource]
    ) {
        guard let old = source.first(where: { $0.id == PhotoshopResources.iptc })?.data,
            let new = resources.first(where: { $0.id == PhotoshopResources.iptc })?.data, new != old,
            let digest = resources.firstIndex(where: { $0.id == PhotoshopResources.iptcDigest }),
            resources[digest].data == MD5.hash(old)
        else { return }
        resources[digest].data = MD5.hash(new)
    }

    /// Returns a moved resource. If it cannot be moved, adds a warning and returns nil, which keeps it.
    private func move(_ name: String, _ moved: [UInt8]?, from old: [UInt8], into turned: inout Turned) -> [UInt8]? {
        guard let moved else {
            turned.warnings.append("photoshop: the \(name.lowercased()) cannot be read; kept unchanged")
            return nil
        }
        guard moved != old else { return nil }
        turned.changes.append(Change(ChangeSubject(.photoshop, name), from: "\(old.count) bytes", to: "moved"))
        return moved
    }

    /// Exchanges the horizontal and vertical halves of the resolution information, 8 bytes each.
    private func resolution(_ data: [UInt8], into turned: inout Turned) -> [UInt8]? {
        guard turn.orientation.transposes, data.count >= 16 else { return nil }
        let new = data[8..<16] + data[..<8] + data[16...]
        guard data[..<4] != data[8..<12] || data[4..<8] != data[12..<16] else { return nil }
        func text(_ bytes: ArraySlice<UInt8>) -> String {
            String(Double(TIFFByteOrder.bigEndian.integer(bytes.prefix(4))) / 65_536)
        }
        turned.changes.append(
            Change(
                ChangeSubject(.photoshop, "ResolutionInfo"), from: "\(text(data[..<4])) × \(text(data[8..<12]))",
                to: "\(text(data[8..<12])) × \(text(data[..<4]))"))
        return Array(new)
    }

    /// Turns a thumbnail resource: a header of 28 bytes, then a JPEG (format 1) or RGB rows (format 0).
    private func photoshopThumbnail(
        _ data: [UInt8], into turned: inout Turned
    ) throws(FormatError) -> [UInt8]? {
        guard data.count > 28 else { throw FormatError("expected more than 28 bytes, found \(data.count)") }
        func long(_ position: Int) -> Int { Int(TIFFByteOrder.bigEndian.integer(data[position..<position + 4])) }
        let picture = Array(data[28...])
        let format = long(0)
        guard format == 1, let file = try? JPEGFile(parsing: picture) else {
            throw FormatError("expected a JPEG, found format \(format)")
        }
        let orientation = orientation(ofThumbnail: file.frameHeader.size, own: nil, jpeg: picture)
        guard orientation != .up else { return nil }
        let new = turned.adopt(try embedded(picture, orientation), of: "Photoshop thumbnail")
        let size = file.frameHeader.size.turned(by: orientation)
        let bits = Int(TIFFByteOrder.bigEndian.integer(data[24..<26]))
        let row = (size.width * bits + 31) / 32 * 4
        var header = data[..<4].map { $0 }
        for value in [size.width, size.height, row, row * size.height, new.count] {
            header += TIFFByteOrder.bigEndian.bytes(UInt64(value), count: 4)
        }
        header += data[24..<28]
        turned.changes.append(
            Change(
                ChangeSubject(.photoshop, "Thumbnail"),
                from: "\(picture.count) bytes, orientation \(orientation.rawValue)",
                to: "\(new.count) bytes, orientation 1"))
        return header + new
    }

    /// Whether a resource holds something: Photoshop writes guides and slices to every file although they are empty.
    private static func hasContent(_ id: UInt16, _ data: [UInt8]) -> Bool {
        func long(_ position: Int) -> Int {
            guard position >= 0, position + 4 <= data.count else { return 0 }
            return Int(TIFFByteOrder.bigEndian.integer(data[position..<position + 4]))
        }
        switch id {
        case PhotoshopResources.guides: return long(12) > 0
        case PhotoshopResources.slices:
            if long(0) == 6 { return long(24 + min(long(20), 65_535) * 2) > 1 }
            let list = Array("slicesVlLs".utf8)
            let found = data.indices.first { data[$0] == list[0] && data[$0...].starts(with: list) }
            return found.map { long($0 + list.count) > 1 } ?? true
        default: return true
        }
    }
}
