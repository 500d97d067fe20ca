public import UprightMetadata

extension MetadataEdit {
    /// The edit that sets what is named to values given as text; several make a list. Empty texts are left out, and where
    /// there are no others, what is named is removed.
    ///
    /// - Parameter handlers: who encodes tags whose bytes only their definition explains.
    public static func set(
        _ name: String, to texts: [String], handlers: TagHandlers = .standard
    ) throws(MetadataEditNameError) -> MetadataEdit {
        let texts = texts.filter { !$0.isEmpty }
        if texts.isEmpty { return try remove(name) }
        switch try MetadataName(name) {
        case .exif(let tag):
            do throws(TagError) {
                return try exif(tag, .string(texts.joined(separator: " ")), handlers: handlers)
            } catch {
                throw .tag(error)
            }
        case .iptc(let definition):
            do throws(IPTCValueError) {
                return try iptc(definition, texts)
            } catch {
                throw .iptc(error)
            }
        case .xmp(let name):
            do throws(XMPValueError) {
                for text in texts { try XMPValueChecker.check(text, for: name) }
            } catch {
                throw .xmp(error)
            }
            return xmp(name, texts)
        case .directory, .packet: throw .name(name)
        }
    }

    /// The edits that remove what is named, everywhere: of a position the copies in XMP, too.
    public static func removals(_ name: String) throws(MetadataEditNameError) -> [MetadataEdit] {
        switch try MetadataName(name) {
        case .directory(.gps): return removalsOfPosition
        case .exif(let tag) where tag.group == .gps:
            return [try remove(name), MetadataEdit(.removeXMP(XMPName(.exif, tag.name)), when: .wherePresent)]
        default: return [try remove(name)]
        }
    }

    /// The edits that remove a position from a file: the GPS directories, and what XMP holds of it.
    public static let removalsOfPosition = [
        MetadataEdit(.removeDirectory(.gps)), MetadataEdit(.removeXMPPositions),
    ]

    /// The edit that removes what is named.
    public static func remove(_ name: String) throws(MetadataEditNameError) -> MetadataEdit {
        switch try MetadataName(name) {
        case .exif(let tag):
            do throws(TagError) {
                return try removeExif(tag)
            } catch {
                throw .tag(error)
            }
        case .directory(let group): return MetadataEdit(.removeDirectory(group))
        case .iptc(let definition):
            return MetadataEdit(.removeIPTC(record: definition.record, number: definition.number))
        case .xmp(let name): return MetadataEdit(.removeXMP(name))
        case .packet: return MetadataEdit(.removeXMPPacket)
        }
    }

    /// The edit that moves what is named to another name of the same kind.
    public static func rename(_ name: String, to new: String) throws(MetadataEditNameError) -> MetadataEdit {
        switch (try MetadataName(name), try MetadataName(new)) {
        case (.exif(let tag), .exif(let other)):
            do throws(TagError) {
                return try renameExif(tag, to: other)
            } catch {
                throw .tag(error)
            }
        case (.iptc(let one), .iptc(let other)):
            return MetadataEdit(
                .renameIPTC(
                    record: one.record, number: one.number, toRecord: other.record, toNumber: other.number))
        case (.xmp(let one), .xmp(let other)): return MetadataEdit(.renameXMP(one, to: other))
        default: throw .kinds(name, new)
        }
    }
}
