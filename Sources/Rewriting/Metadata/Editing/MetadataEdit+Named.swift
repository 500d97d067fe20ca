internal import UprightMetadata

extension MetadataEdit {
    /// The edit that sets what is named to values given as text; several make a list.
    public static func set(_ name: String, to texts: [String]) throws(MetadataEditNameError) -> MetadataEdit {
        switch try MetadataName(name) {
        case .exif(let tag):
            do throws(TagError) {
                return try exif(tag, .string(texts.joined(separator: " ")))
            } catch {
                throw .tag(error)
            }
        case .iptc(let definition):
            do throws(IPTCValueError) {
                return try iptc(definition, texts)
            } catch {
                throw .iptc(error)
            }
        case .xmp(let name): return xmp(name, texts)
        case .directory: throw .name(name)
        }
    }

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
