package import UprightFormats

extension MetadataValueError {
    /// The text does not name a tag.
    package static func name(_ name: String) -> MetadataValueError {
        MetadataValueError(
            "expected EXIF:Tag, IFD0:Tag, ExifIFD:Tag, GPS:Tag, IPTC:DataSet, XMP:prefix:Property, JPEG:Comment, GIF:Comment or PNG:Keyword, found \"\(name)\""
        )
    }

    /// No IPTC data set has the name.
    package static func dataSet(_ name: String) -> MetadataValueError {
        MetadataValueError(
            "expected an IPTC data set by its name in the standard or by record and number (IPTC:2:90), found \(name)")
    }

    /// The text is not a property name with a common XMP prefix.
    package static func property(_ name: String) -> MetadataValueError {
        MetadataValueError(
            "expected XMP:prefix:Property with a prefix in common use, such as dc, exif, photoshop or xmp, found \(name)"
        )
    }

    /// The name is not one of a text that a container holds.
    package static func text(_ name: String) -> MetadataValueError {
        MetadataValueError(
            "expected JPEG:Comment, GIF:Comment, or PNG: and a keyword of up to 79 characters of Latin-1 that holds no profile, "
                + "found \(name)")
    }

    /// A schema has no property of the name, and one of a name that is near.
    package static func misspelt(_ name: String, _ suggestion: String) -> MetadataValueError {
        MetadataValueError("expected a property of its schema, found \(name)").suggesting(suggestion)
    }

    /// The error with a suggestion behind it, if there is one.
    package func suggesting(_ suggestion: String?) -> MetadataValueError {
        guard let suggestion, !suggestion.isEmpty else { return self }
        return MetadataValueError("\(description): \(suggestion)")
    }

    /// The text has a character that ends it.
    package static func textEnd(_ name: String) -> MetadataValueError {
        MetadataValueError("expected a text without NUL for \(name), found one with it")
    }

    package static func list(_ name: String) -> MetadataValueError {
        MetadataValueError(
            "expected a list, such as IPTC:Keywords or XMP:dc:subject, to add values to (+=) or to remove them from (-=), "
                + "found \(name)")
    }

    /// ImageIO has no such key.
    package static func key(_ key: String) -> MetadataValueError {
        MetadataValueError("expected a key of ImageIO's dictionaries, such as {TIFF} or {TIFF}.Artist, found \(key)")
    }

    /// The value is not what its key in ImageIO's dictionaries takes.
    package static func value(_ key: String, expected: String, found: String) -> MetadataValueError {
        MetadataValueError("\(key) takes \(expected), found \(found)")
    }

    /// The two names of a rename are of different kinds.
    package static func kinds(_ one: String, _ other: String) -> MetadataValueError {
        MetadataValueError("expected two names of the same kind, found \(one) and \(other)")
    }
}
