package import UprightFormats
package import UprightRewriting
package import UprightFiles
internal import UprightBase
package import UprightWorker

/// A table with the values that files get, in the form of `exiftool -csv`: a column `SourceFile` with paths, and a column for
/// each tag. An empty cell leaves a value as it is, `-` removes it, and one that is what `upright inspect --csv` prints is no edit.
package struct TagSheet: Sendable {
    private struct Cell: Sendable {
        let column: TagColumn
        let text: String
    }

    /// The paths in the order of the table.
    package let paths: [RawPath]
    /// The names of the columns that are not written: facts of the file, numbers of the camera, and unknown names.
    package let ignored: [String]
    /// Whether values that a file has stay. Default: no.
    package var onlyBlanks = false
    /// What the files have to be asked for.
    package let scope: InspectionScope
    private let rows: [RawPath: Result<[Cell], OperationError>]
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
        if let twice = table.header.first(where: { name in table.header.count { $0 == name } > 1 }) {
            throw OperationError("line 1: the column \(twice) is there twice")
        }
        guard let source = table.header.firstIndex(of: "SourceFile") else {
            let found = table.header.prefix(4).joined(separator: ", ")
            throw OperationError("line 1: expected a column SourceFile, found \(found)")
        }
        let columns = table.header.map { name in
            TagColumn(name, namespaces: namespaces).flatMap { $0.isWritable ? $0 : nil }
        }
        ignored = table.header.enumerated().filter { $0.offset != source && columns[$0.offset] == nil }.map(\.element)
        var (paths, rows, lines) = ([RawPath](), [RawPath: Result<[Cell], OperationError>](), [RawPath: Int]())
        for row in table.rows {
            let path = RawPath(bytes: row.fields[source])
            guard !path.isEmpty else { throw OperationError("line \(row.line): expected a path, found none") }
            if let first = lines.updateValue(row.line, forKey: path) {
                throw OperationError("line \(row.line): \(path) is on line \(first) already")
            }
            paths.append(path)
            rows[path] = Result { () throws(OperationError) in try Self.cells(columns, row) }
        }
        var scope = InspectionScope()
        scope.names = columns.compactMap { $0?.title }
        scope.namespaces = namespaces.map { XMPNamespaceDeclaration($0) }
        (self.paths, self.rows, self.scope, self.separator) = (paths, rows, scope, separator)
    }

    private static func cells(_ columns: [TagColumn?], _ row: CSVTable.Row) throws(OperationError) -> [Cell] {
        var cells: [Cell] = []
        for (column, field) in zip(columns, row.fields) {
            guard let column, !field.isEmpty else { continue }
            guard let text = String(validating: field, as: UTF8.self) else {
                throw OperationError("line \(row.line): expected UTF-8 in \(column.title), found other bytes")
            }
            if !text.hasPrefix("(Binary data ") { cells.append(Cell(column: column, text: text)) }
        }
        return cells
    }

    /// Whether the values of a file decide what its row changes: not without a row, and not for an empty one.
    package func compares(_ path: RawPath) -> Bool { (try? rows[path]?.get())?.isEmpty == false }

    /// Returns the edits of a file. Throws what of its row cannot be written.
    ///
    /// - Parameter present: the values of the file by the names of ``scope``.
    package func edits(
        of path: RawPath, type: ImageType, present: [String: PropertyValue] = [:]
    ) throws -> [MetadataEdit] {
        let cells = try rows[path]?.get() ?? []
        let isNew: (Cell) -> Bool = { cell in
            present[cell.column.title].map { cell.column.cell($0, separator: separator) } != cell.text
        }
        var edits: [MetadataEdit] = []
        // What a column of its own sets is no copy of another's value.
        let own = Set(cells.compactMap { $0.column.writableItems.first })
        for cell in cells where cell.column.position == nil && isNew(cell) {
            edits += try Self.edits(cell, type, separator, besides: own)
        }
        // The parts of a position are written together.
        let position = cells.filter { $0.column.position != nil }
        if position.contains(where: isNew) { edits += try self.position(position, type) }
        return onlyBlanks ? edits.map { $0.condition == .always ? $0.when(.whereBlank) : $0 } : edits
    }

    private static func edits(
        _ cell: Cell, _ type: ImageType, _ separator: String, besides own: Set<MetadataName>
    ) throws -> [MetadataEdit] {
        let all = cell.column.writableItems
        let items = all.prefix(1) + all.dropFirst().filter { !own.contains($0) }
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
        guard let latitude = parts[.latitude], let longitude = parts[.longitude] else {
            let titles = cells.map(\.column.title).joined(separator: ", ")
            throw OperationError("expected GPSLatitude and GPSLongitude, found \(titles) alone")
        }
        if latitude == "-", longitude == "-" { return MetadataEdit.removalsOfPosition }
        guard let north = DegreesText.degrees(latitude, parts[.latitudeReference]),
            let east = DegreesText.degrees(longitude, parts[.longitudeReference])
        else {
            throw OperationError(
                "expected degrees in GPSLatitude and GPSLongitude, found \(latitude), \(longitude)")
        }
        let height = parts[.altitude].flatMap { $0 == "-" ? nil : $0 }
        let altitude = height.flatMap { DegreesText.metres($0, parts[.altitudeReference]) }
        if let height, altitude == nil { throw OperationError("expected metres in GPSAltitude, found \(height)") }
        let removals =
            parts[.altitude] == "-"
            ? try [TIFFTag.gpsAltitudeRef, .gpsAltitude].flatMap { try MetadataEdit.removals(.exif(TagID(.gps, $0))) }
            : []
        guard
            let edits = MetadataEdit.position(latitude: north, longitude: east, altitude: altitude, type: type)
        else {
            throw OperationError("expected degrees in -90...90 and -180...180, found \(latitude), \(longitude)")
        }
        return removals + edits
    }
}
