internal import UprightFormats

/// The forms that schemas define for properties that are not simple values.
enum XMPForms {
    enum Form {
        case alternative, bag, seq
    }

    /// Returns the form of a property; nil for simple values and for properties that are not in the schemas.
    static func form(of name: XMPName) -> Form? { forms[name.qualified] }

    /// Whether a property can be a list: an array in its schema, or a property that is in none of the schemas here.
    static func canBeList(_ name: XMPName) -> Bool {
        if let form = form(of: name) { return form != .alternative }
        let prefix = name.qualified.prefix { $0 != ":" }
        return !["dc", "xmp", "xmpRights", "photoshop", "tiff", "exif", "Iptc4xmpCore"].contains(prefix)
    }

    /// Source: XMP part 1, 8.3 (dc) and part 2; IPTC Photo Metadata Standard 2023.2; PLUS 1.2.
    private static let forms: [String: Form] = [
        "dc:title": .alternative, "dc:description": .alternative, "dc:rights": .alternative,
        "dc:subject": .bag, "dc:contributor": .bag, "dc:language": .bag, "dc:publisher": .bag, "dc:relation": .bag,
        "dc:type": .bag, "dc:creator": .seq, "dc:date": .seq,
        "xmp:Identifier": .bag, "xmp:Advisory": .bag,
        "xmpRights:Owner": .bag, "xmpRights:UsageTerms": .alternative,
        "photoshop:SupplementalCategories": .bag,
        "exif:UserComment": .alternative, "exif:ISOSpeedRatings": .seq, "exif:SubjectArea": .seq,
        "tiff:ImageDescription": .alternative, "tiff:Copyright": .alternative,
        "Iptc4xmpCore:SubjectCode": .bag, "Iptc4xmpCore:Scene": .bag, "Iptc4xmpCore:AltTextAccessibility": .alternative,
        "Iptc4xmpCore:ExtDescrAccessibility": .alternative,
        "Iptc4xmpExt:PersonInImage": .bag, "Iptc4xmpExt:OrganisationInImageName": .bag,
        "Iptc4xmpExt:OrganisationInImageCode": .bag, "Iptc4xmpExt:Event": .alternative,
        "lr:hierarchicalSubject": .bag, "lr:weightedFlatSubject": .bag, "digiKam:TagsList": .seq,
        "MicrosoftPhoto:LastKeywordXMP": .bag, "MicrosoftPhoto:LastKeywordIPTC": .bag, "mediapro:CatalogSets": .bag,
        "mediapro:People": .bag,
    ]
}
