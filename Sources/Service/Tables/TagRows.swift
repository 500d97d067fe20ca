internal import UprightRewriting
internal import UprightFiles
package import UprightFormats
internal import UprightBase

/// The lines of a table of tags: what `upright tag --csv` and exiftool read.
package struct TagRows: Sendable {
    /// The columns that a table has without being told: what `upright tag --csv` writes, and what users sort by.
    package static let usual = [
        "DateTimeOriginal", "OffsetTimeOriginal", "CreateDate", "ModifyDate", "Make", "Model", "LensModel", "ISO",
        "ExposureTime", "FNumber", "FocalLength", "Orientation", "PixelWidth", "PixelHeight", "GPSLatitude",
        "GPSLongitude", "GPSAltitude", "ImageDescription", "Artist", "Copyright", "UserComment", "Title", "Description",
        "Subject", "Creator", "Rights", "Rating", "Label", "Headline", "Keywords", "Caption-Abstract", "By-line",
        "CopyrightNotice", "City", "State", "Country", "Sub-location", "Province-State",
        "Country-PrimaryLocationName", "DateCreated", "PersonInImage", "HierarchicalSubject",
    ]

    /// The names of the columns.
    package let names: [String]
    private let columns: [TagColumn?]
    private let separator: String

    package init(_ names: [String], namespaces: [XMPNamespace], separator: String) {
        self.names = names
        columns = names.map { TagColumn($0, namespaces: namespaces) }
        self.separator = separator
    }

    package var header: [UInt8] { CSVTable.line([Array("SourceFile".utf8)] + names.map { Array($0.utf8) }) }

    /// The line of a file.
    package func line(_ inspection: Inspection) -> [UInt8] {
        CSVTable.line(
            [inspection.source.bytes]
                + columns.indices.map { index in
                    Array(text(inspection.values?[names[index]], columns[index]).utf8)
                })
    }

    /// A value as text, for a table or a line.
    package func text(_ value: PropertyValue?, at index: Int) -> String { text(value, columns[index]) }

    private func text(_ value: PropertyValue?, _ column: TagColumn?) -> String {
        (column ?? TagColumn.plain).cell(value, separator: separator)
    }
}
