internal import UprightMetadata

/// The forms that schemas define for properties that are not simple values.
enum XMPForms {
    enum Form {
        case alternative, bag, seq
    }

    /// Returns the form of a property; nil for simple values and for properties that are not in the schemas.
    static func form(of name: XMPName) -> Form? { forms[name.qualified] }

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
        "lr:hierarchicalSubject": .bag,
    ]
}
