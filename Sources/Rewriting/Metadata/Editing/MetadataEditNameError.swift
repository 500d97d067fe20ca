public import UprightMetadata

/// Why a text does not name an edit.
public enum MetadataEditNameError: Error, Sendable, Hashable {
    /// The text does not name a tag.
    case name(String)
    /// No IPTC data set has the name.
    case dataSet(String)
    /// The text is not a property name with a common XMP prefix.
    case property(String)
    /// The value is not valid for the Exif tag.
    case tag(TagError)
    /// The value is not valid for the IPTC data set.
    case iptc(IPTCValueError)
    /// The value is not valid for the XMP property.
    case xmp(XMPValueError)
    /// The two names of a rename are of different kinds.
    case kinds(String, String)
}

extension MetadataEditNameError: CustomStringConvertible {
    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .name(let name):
            "expected EXIF:Tag, IFD0:Tag, ExifIFD:Tag, GPS:Tag, IPTC:DataSet or XMP:prefix:Property, found \(name)"
        case .dataSet(let name):
            "expected an IPTC data set by its name in the standard or by record and number (IPTC:2:90), found \(name)"
        case .property(let name):
            "expected XMP:prefix:Property with a prefix in common use, such as dc, exif, photoshop or xmp, found \(name)"
        case .tag(let error): "\(error)"
        case .iptc(let error): "\(error)"
        case .xmp(let error): "\(error)"
        case .kinds(let one, let other): "expected two names of the same kind, found \(one) and \(other)"
        }
    }
}
