public import UprightMetadata

/// Why a text names no edit.
public enum MetadataEditNameError: Error, Sendable, Hashable {
    /// The text does not name a tag.
    case name(String)
    /// No IPTC data set has the name.
    case dataSet(String)
    /// The text is no usual prefix of XMP and a property's name.
    case property(String)
    /// The value is not what the Exif tag takes.
    case tag(TagError)
    /// The value is not what the IPTC data set takes.
    case iptc(IPTCValueError)
    /// The value is not what the XMP property takes.
    case xmp(XMPValueError)
    /// The two names of a renaming are not of the same kind.
    case kinds(String, String)
}

extension MetadataEditNameError: CustomStringConvertible {
    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .name(let name):
            "expected EXIF:Tag, IFD0:Tag, ExifIFD:Tag, GPS:Tag, IPTC:DataSet or XMP:prefix:Property, found \(name)"
        case .dataSet(let name):
            "no IPTC data set is called \(name): name it as the standard does, or by record and number, IPTC:2:90"
        case .property(let name):
            "expected XMP:prefix:Property with a prefix in common use, such as dc, exif, photoshop or xmp, found \(name)"
        case .tag(let error): "\(error)"
        case .iptc(let error): "\(error)"
        case .xmp(let error): "\(error)"
        case .kinds(let one, let other): "expected two names of the same kind, found \(one) and \(other)"
        }
    }
}
