package import UprightContainers
package import UprightEditing
package import UprightFiles
package import UprightMetadata
internal import UprightJSON
internal import UprightRewriting

/// A table with the values that files get, in the form of `exiftool -csv`: a column `SourceFile` with paths, and a column for
/// each tag. An empty cell leaves a value as it is, `-` removes it.
package struct TagSheet: Sendable {
    private struct Cell: Sendable {
        let column: TagColumn
        let text: String
    }

    /// The paths in the order of the table.
    package let paths: [RawPath]
    /// The names of the columns that are not written: facts of the file, numbers of the camera, and unknown names.
    package let ignored: [String]
    private let rows: [RawPath: [Cell]]
    private let separator: String

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - separator: what separates the values of a list in a cell.
    ///   - namespaces: XMP namespaces whose prefixes the columns use, besides the usual ones.
    package init(parsing bytes: [UInt8], separator: String, namespaces: [XMPNamespace]) throws(OperationError) {
        let table: CSVTable
        do throws(CSVTable.Failure) { table = try CSVTable(parsing: bytes) } catch {
            throw OperationError(error.description)
        }
        guard let source = table.header.firstIndex(of: "SourceFile") else {
            let found = table.header.prefix(4).joined(separator: ", ")
            throw OperationError("line 1: expected a column SourceFile, found \(found)")
        }
        let columns = table.header.map { name in
            TagColumn(name, namespaces: namespaces).flatMap { $0.isWritable ? $0 : nil }
        }
        ignored = table.header.enumerated().filter { $0.offset != source && columns[$0.offset] == nil }.map(\.element)
        var (paths, rows, lines): ([RawPath], [RawPath: [Cell]], [RawPath: Int]) = ([], [:], [:])
        for row in table.rows {
            let path = RawPath(bytes: row.fields[source])
            guard !path.isEmpty else { throw OperationError("line \(row.line): expected a path, found none") }
            if let first = lines.updateValue(row.line, forKey: path) {
                throw OperationError("line \(row.line): \(path) is on line \(first) already")
            }
            var cells: [Cell] = []
            for (column, field) in zip(columns, row.fields) {
                guard let column, !field.isEmpty else { continue }
                guard let text = String(validating: field, as: UTF8.self) else {
                    throw OperationError("line \(row.line): \(column.title) is not UTF-8")
                }
                if text.hasPrefix("(Binary data ") { continue }
                cells.append(Cell(column: column, text: text))
            }
            paths.append(path)
            rows[path] = cells
        }
        (self.paths, self.rows, self.separator) = (paths, rows, separator)
    }

    /// Returns the edits of a file. Throws what of its row cannot be written.
    package func edits(of path: RawPath, type: ImageType) throws -> [MetadataEdit] {
        guard let cells = rows[path] else { return [] }
        var edits: [MetadataEdit] = []
        for cell in cells where cell.column.position == nil { edits += try Self.edits(cell, type, separator) }
        return edits + (try position(cells.filter { $0.column.position != nil }, type))
    }

    private static func edits(_ cell: Cell, _ type: ImageType, _ separator: String) throws -> [MetadataEdit] {
        let items = cell.column.writableItems
        if cell.text == "-" { return try items.flatMap { try MetadataEdit.removals($0) } }
        let first = items.firstIndex { holds($0, type) } ?? 0
        return try items.enumerated().map { index, item in
            let texts = cell.column.texts(of: cell.text, for: item, separator: separator)
            let edit = try MetadataEdit.set(item, called: cell.column.title, to: texts)
            // The value goes where it is looked for first; copies must not contradict it.
            return index == first ? edit : edit.when(.wherePresent)
        }
    }

    /// Whether files of a type can hold an item.
    private static func holds(_ item: MetadataName, _ type: ImageType) -> Bool {
        switch item {
        case .exif, .directory: PictureFormats.description(of: type)?.holdsExif ?? true
        case .iptc: PictureFormats.description(of: type)?.holdsIPTC ?? false
        case .text(let text): text.type == type
        case .xmp, .packet: true
        }
    }

    private func position(_ cells: [Cell], _ type: ImageType) throws -> [MetadataEdit] {
        guard !cells.isEmpty else { return [] }
        var parts: [TagColumn.PositionPart: String] = [:]
        for cell in cells { if let part = cell.column.position { parts[part] = cell.text } }
        if let both = parts[.both], parts[.latitude] == nil {
            let halves = both.split(separator: ",", maxSplits: 1).map(String.init)
            guard halves.count == 2 else {
                throw OperationError("expected two numbers in GPSPosition, found \(both)")
            }
            (parts[.latitude], parts[.longitude]) = (halves[0], halves[1])
        }
        guard let latitude = parts[.latitude], let longitude = parts[.longitude] else { return [] }
        if latitude == "-", longitude == "-" { return MetadataEdit.removalsOfPosition }
        guard let north = CoordinateText.degrees(latitude, parts[.latitudeReference]),
            let east = CoordinateText.degrees(longitude, parts[.longitudeReference])
        else {
            throw OperationError(
                "expected degrees in GPSLatitude and GPSLongitude, found \(latitude), \(longitude)")
        }
        let altitude = parts[.altitude].flatMap { CoordinateText.metres($0, parts[.altitudeReference]) }
        guard
            let edits = MetadataEdit.position(latitude: north, longitude: east, altitude: altitude, type: type)
        else {
            throw OperationError("expected degrees in -90...90 and -180...180, found \(latitude), \(longitude)")
        }
        return edits
    }
}
