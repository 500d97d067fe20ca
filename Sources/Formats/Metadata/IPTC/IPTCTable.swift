/// The data sets of records 1 and 2 of IPTC-IIM 4.2.
public enum IPTCTable {
    /// Returns the definition of a data set; nil if it is not in the standard.
    public static func definition(record: UInt8, number: UInt8) -> IPTCDefinition? {
        byNumber[UInt16(record) << 8 | UInt16(number)]
    }

    /// Returns the data set with a name, an ImageIO key or a number (`2:90`), ignoring case.
    public static func definition(named name: String) -> IPTCDefinition? {
        let wanted = name.lowercased()
        if let found = byName[wanted] { return found }
        let parts = wanted.split(separator: ":").compactMap { UInt8($0) }
        return parts.count == 2 ? definition(record: parts[0], number: parts[1]) : nil
    }

    private static let byNumber: [UInt16: IPTCDefinition] = Dictionary(
        uniqueKeysWithValues: all.map { (UInt16($0.record) << 8 | UInt16($0.number), $0) })

    private static let byName: [String: IPTCDefinition] = Dictionary(
        all.flatMap { definition in
            [(definition.name.lowercased(), definition), (definition.key.lowercased(), definition)]
        }
    ) { first, _ in first }

    /// All data sets, by record and number.
    public static let all: [IPTCDefinition] = envelope + application

    private static func one(
        _ record: UInt8, _ number: UInt8, _ name: String, _ key: String, _ length: ClosedRange<Int>,
        _ format: IPTCDefinition.Format = .text, repeatable: Bool = false
    ) -> IPTCDefinition {
        IPTCDefinition(
            record: record, number: number, name: name, key: key, length: length, format: format,
            isRepeatable: repeatable)
    }

    private static let envelope: [IPTCDefinition] = [
        one(1, 0, "EnvelopeRecordVersion", "EnvelopeRecordVersion", 2...2, .number),
        one(1, 5, "Destination", "Destination", 0...1024, repeatable: true),
        one(1, 20, "FileFormat", "FileFormat", 2...2, .number),
        one(1, 22, "FileVersion", "FileFormatVersion", 2...2, .number),
        one(1, 30, "ServiceIdentifier", "ServiceIdentifier", 0...10),
        one(1, 40, "EnvelopeNumber", "EnvelopeNumber", 8...8, .digits),
        one(1, 50, "ProductID", "ProductID", 0...32, repeatable: true),
        one(1, 60, "EnvelopePriority", "EnvelopePriority", 1...1, .digits),
        one(1, 70, "DateSent", "DateSent", 8...8, .date),
        one(1, 80, "TimeSent", "TimeSent", 11...11, .time),
        one(1, 90, "CodedCharacterSet", "CodedCharacterSet", 0...32, .binary),
        one(1, 100, "UniqueObjectName", "UniqueObjectName", 14...80),
        one(1, 120, "ARMIdentifier", "ARMIdentifier", 2...2, .number),
        one(1, 122, "ARMVersion", "ARMVersion", 2...2, .number),
    ]

    private static let application: [IPTCDefinition] = [
        one(2, 0, "ApplicationRecordVersion", "ApplicationRecordVersion", 2...2, .number),
        one(2, 3, "ObjectTypeReference", "ObjectTypeReference", 3...67),
        one(2, 4, "ObjectAttributeReference", "ObjectAttributeReference", 4...68, repeatable: true),
        one(2, 5, "ObjectName", "ObjectName", 0...64),
        one(2, 7, "EditStatus", "EditStatus", 0...64),
        one(2, 8, "EditorialUpdate", "EditorialUpdate", 2...2, .digits),
        one(2, 10, "Urgency", "Urgency", 1...1, .digits),
        one(2, 12, "SubjectReference", "SubjectReference", 13...236, repeatable: true),
        one(2, 15, "Category", "Category", 0...3),
        one(2, 20, "SupplementalCategories", "SupplementalCategory", 0...32, repeatable: true),
        one(2, 22, "FixtureIdentifier", "FixtureIdentifier", 0...32),
        one(2, 25, "Keywords", "Keywords", 0...64, repeatable: true),
        one(2, 26, "ContentLocationCode", "ContentLocationCode", 3...3, repeatable: true),
        one(2, 27, "ContentLocationName", "ContentLocationName", 0...64, repeatable: true),
        one(2, 30, "ReleaseDate", "ReleaseDate", 8...8, .date),
        one(2, 35, "ReleaseTime", "ReleaseTime", 11...11, .time),
        one(2, 37, "ExpirationDate", "ExpirationDate", 8...8, .date),
        one(2, 38, "ExpirationTime", "ExpirationTime", 11...11, .time),
        one(2, 40, "SpecialInstructions", "SpecialInstructions", 0...256),
        one(2, 42, "ActionAdvised", "ActionAdvised", 2...2, .digits),
        one(2, 45, "ReferenceService", "ReferenceService", 0...10, repeatable: true),
        one(2, 47, "ReferenceDate", "ReferenceDate", 8...8, .date, repeatable: true),
        one(2, 50, "ReferenceNumber", "ReferenceNumber", 8...8, .digits, repeatable: true),
        one(2, 55, "DateCreated", "DateCreated", 8...8, .date),
        one(2, 60, "TimeCreated", "TimeCreated", 11...11, .time),
        one(2, 62, "DigitalCreationDate", "DigitalCreationDate", 8...8, .date),
        one(2, 63, "DigitalCreationTime", "DigitalCreationTime", 11...11, .time),
        one(2, 65, "OriginatingProgram", "OriginatingProgram", 0...32),
        one(2, 70, "ProgramVersion", "ProgramVersion", 0...10),
        one(2, 75, "ObjectCycle", "ObjectCycle", 1...1),
        one(2, 80, "By-line", "Byline", 0...32, repeatable: true),
        one(2, 85, "By-lineTitle", "BylineTitle", 0...32, repeatable: true),
        one(2, 90, "City", "City", 0...32),
        one(2, 92, "Sub-location", "SubLocation", 0...32),
        one(2, 95, "Province-State", "Province/State", 0...32),
        one(2, 100, "Country-PrimaryLocationCode", "Country/PrimaryLocationCode", 3...3),
        one(2, 101, "Country-PrimaryLocationName", "Country/PrimaryLocationName", 0...64),
        one(2, 103, "OriginalTransmissionReference", "OriginalTransmissionReference", 0...32),
        one(2, 105, "Headline", "Headline", 0...256),
        one(2, 110, "Credit", "Credit", 0...32),
        one(2, 115, "Source", "Source", 0...32),
        one(2, 116, "CopyrightNotice", "CopyrightNotice", 0...128),
        one(2, 118, "Contact", "Contact", 0...128, repeatable: true),
        one(2, 120, "Caption-Abstract", "Caption/Abstract", 0...2000),
        one(2, 121, "LocalCaption", "LocalCaption", 0...256),
        one(2, 122, "Writer-Editor", "Writer/Editor", 0...32, repeatable: true),
        one(2, 125, "RasterizedCaption", "RasterizedCaption", 7360...7360, .binary),
        one(2, 130, "ImageType", "ImageType", 2...2),
        one(2, 131, "ImageOrientation", "ImageOrientation", 1...1),
        one(2, 135, "LanguageIdentifier", "LanguageIdentifier", 2...3),
        one(2, 150, "AudioType", "AudioType", 2...2),
        one(2, 151, "AudioSamplingRate", "AudioSamplingRate", 6...6, .digits),
        one(2, 152, "AudioSamplingResolution", "AudioSamplingResolution", 2...2, .digits),
        one(2, 153, "AudioDuration", "AudioDuration", 6...6, .digits),
        one(2, 154, "AudioOutcue", "AudioOutcue", 0...64),
        // Not in the standard, but long used by Photo Mechanic and agencies' software.
        one(2, 184, "JobID", "JobID", 0...64),
        one(2, 185, "MasterDocumentID", "MasterDocumentID", 0...256),
        one(2, 186, "ShortDocumentID", "ShortDocumentID", 0...64),
        one(2, 187, "UniqueDocumentID", "UniqueDocumentID", 0...128),
        one(2, 188, "OwnerID", "OwnerID", 0...128),
        one(2, 200, "ObjectPreviewFileFormat", "ObjectPreviewFileFormat", 2...2, .number),
        one(2, 201, "ObjectPreviewFileVersion", "ObjectPreviewFileVersion", 2...2, .number),
        one(2, 202, "ObjectPreviewData", "ObjectPreviewData", 0...256_000, .binary),
        one(2, 221, "Prefs", "Prefs", 0...64),
        one(2, 225, "ClassifyState", "ClassifyState", 0...64),
        one(2, 228, "SimilarityIndex", "SimilarityIndex", 0...32),
        one(2, 230, "DocumentNotes", "DocumentNotes", 0...1024),
        one(2, 231, "DocumentHistory", "DocumentHistory", 0...256),
        one(2, 232, "ExifCameraInfo", "ExifCameraInfo", 0...4096),
        one(2, 255, "CatalogSets", "CatalogSets", 0...256, repeatable: true),
    ]
}
