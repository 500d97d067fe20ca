public import UprightMetadata

extension MetadataEdit {
    /// Returns the edit that sets a named item to values given as text; several values make a list. Empty texts are
    /// left out; if all texts are empty, the item is removed.
    ///
    /// - Parameter handlers: the encoders of tags that have a special byte format.
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

    /// Returns the edits that remove a named item everywhere; for a position, this includes the copies in XMP.
    public static func removals(_ name: String) throws(MetadataEditNameError) -> [MetadataEdit] {
        switch try MetadataName(name) {
        case .directory(.gps): return removalsOfPosition
        case .exif(let tag) where tag.group == .gps:
            return [try remove(name), MetadataEdit(.removeXMP(XMPName(.exif, tag.name)), when: .wherePresent)]
        default: return [try remove(name)]
        }
    }

    /// The edits that remove a position from every carrier of a file.
    public static let removalsOfPosition = [MetadataEdit(.strip(.positions))]

    /// Returns the edit that strips a file.
    public static func strip(_ strip: MetadataStrip) -> MetadataEdit { MetadataEdit(.strip(strip)) }

    /// Returns the edit that removes a named item.
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

    /// Returns the edit that moves a named item to another name of the same kind.
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
