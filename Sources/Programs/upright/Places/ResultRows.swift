internal import UprightBase
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightSteps

/// Reads the results of other machines: one JSON object per line.
final class ResultRows {
    private let name: String
    private let prefix: String?
    private let folder: String?
    private let file: OpenFile?
    private var reader: RequestReader
    private var line = 0
    /// The number of rows of delivered pictures read so far.
    private(set) var delivered = 0
    /// The number of other rows read so far.
    private(set) var others = 0

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - prefix: The common start of the outputs' addresses, if they are not paths.
    ///   - folder: The absolute path that replaces it.
    init(_ name: String, prefix: String?, folder: String?) throws(FileError) {
        self.name = name == "-" ? "standard input" : name
        self.prefix = prefix.map { Self.trimmed($0) }
        self.folder = folder.map { Self.trimmed($0) }
        file = name == "-" ? nil : try FileStore.open(RawPath(argument: name))
        reader = RequestReader(file?.descriptor ?? 0) { Interrupts.signal != 0 }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.count > 1, text.last == "/" { text.removeLast() }
        return String(text)
    }

    /// The next pictures, at most `count`; empty at the end.
    func next(_ count: Int) throws(OperationError) -> [DeliveredPicture] {
        var pictures: [DeliveredPicture] = []
        while pictures.count < count {
            switch reader.line() {
            case .end:
                guard reader.failure == 0 else {
                    throw OperationError("\(name): reading failed after line \(line)")
                }
                return pictures
            case .tooLong:
                line += 1
                throw mistake("expected a row of at most \(RequestReader.maximumLineBytes) bytes, found a longer one")
            case .line(let bytes):
                line += 1
                if let picture = try picture(bytes) { pictures.append(picture) }
            }
        }
        return pictures
    }

    private func mistake(_ text: String) -> OperationError { OperationError("\(name), row \(line): \(text)") }

    private func picture(_ bytes: ArraySlice<UInt8>) throws(OperationError) -> DeliveredPicture? {
        let row: JSONValue
        do { row = try JSONValue(parsing: bytes) } catch { throw mistake("expected a JSON object: \(error)") }
        guard case .object = row else { throw mistake("expected a JSON object, found \(row.kind)") }
        guard let outcome = try text("outcome", row) else { throw mistake("expected \"outcome\", a text, found none") }
        guard ["normalized", "unchanged", "current"].contains(outcome), let output = try text("output", row) else {
            others += 1
            return nil
        }
        delivered += 1
        return DeliveredPicture(
            output: RawPath(argument: try path(output)), source: try text("source", row) ?? "",
            type: try text("type", row) ?? "", captured: try text("captured", row), position: try position(row))
    }

    private func path(_ output: String) throws(OperationError) -> String {
        if let prefix, let folder, output.hasPrefix(prefix + "/") { return folder + output.dropFirst(prefix.count) }
        guard output.hasPrefix("/") else {
            throw mistake(
                "\"output\": expected an absolute path"
                    + (prefix.map { ", or an address that starts with \($0)/" } ?? "")
                    + ", found \(output); map addresses to a folder with --prefix and --folder")
        }
        return output
    }

    private func position(_ row: JSONValue) throws(OperationError) -> Position? {
        guard let latitude = try number("latitude", row), let longitude = try number("longitude", row) else {
            return nil
        }
        guard let position = Position(latitude: latitude, longitude: longitude) else {
            throw mistake("expected a position on the Earth, found \(latitude),\(longitude)")
        }
        return position
    }

    private func text(_ key: String, _ row: JSONValue) throws(OperationError) -> String? {
        switch row[key] {
        case nil, .null: nil
        case .string(let text): text
        case .some(let value): throw mistake("\"\(key)\": expected a text, found \(value.kind)")
        }
    }

    private func number(_ key: String, _ row: JSONValue) throws(OperationError) -> Double? {
        switch row[key] {
        case nil, .null: nil
        case .integer(let value): Double(value)
        case .number(let value): value
        case .some(let value): throw mistake("\"\(key)\": expected a number, found \(value.kind)")
        }
    }
}
