internal import UprightFormats
package import UprightRewriting
internal import Synchronization

/// Reads everything that a file contains through a descriptor.
package struct InspectionWork: Sendable {
    /// What to read besides the properties.
    package let scope: InspectionScope
    /// The limits above which files are refused.
    package let limits: Limits

    /// All files of a run are asked for the same values.
    private static let lastQueries = LastQueries()

    package init(scope: InspectionScope, limits: Limits) {
        self.scope = scope
        self.limits = limits
    }

    /// Reads the file open at `source`, and returns its contents serialized.
    package func perform(source: Int32) throws(DescriptorWorkError) -> [UInt8] {
        // Parts are digested, and private data is searched for, in all of the file; properties are before the picture's data.
        let needsAll = scope.structure || scope.privacy || scope.digest
        if !needsAll, let read = try SourceFile(source).properties() { return Self.serialized(contents(read)) }
        switch try needsAll
            ? DescriptorWork.picture(at: source, limits) : DescriptorWork.described(at: source, limits, whole: false)
        {
        case .refused(let reason): return Self.serialized(InspectedFile(reason: reason))
        case .bytes(let bytes): return Self.serialized(contents(of: bytes))
        }
    }

    private func contents(of bytes: [UInt8]) -> InspectedFile {
        var file = InspectedFile()
        file.type = PictureFormats.identify(bytes)
        if scope.structure { file.structure = FileStructure(of: bytes) }
        if scope.digest { file.digest = PictureDigest.of(bytes, limits: limits) }
        if scope.privacy { file.privateItems = PrivateItems.all(in: bytes) }
        record(Result { () throws(ImagePropertiesError) in try ImageProperties(reading: bytes) }, into: &file)
        return file
    }

    private func contents(_ read: Result<ImageProperties, ImagePropertiesError>) -> InspectedFile {
        var file = InspectedFile()
        record(read, into: &file)
        return file
    }

    private func record(_ read: Result<ImageProperties, ImagePropertiesError>, into file: inout InspectedFile) {
        switch read {
        case .success(let read):
            file.type = read.type
            if let names = scope.names {
                let all = Lazy { read.dictionary }
                var values: [String: PropertyValue] = [:]
                for (name, query) in zip(names, Self.lastQueries.queries(of: names, scope.namespaces)) {
                    values[name] = query?.value(in: read) { all.value }
                }
                file.values = values
                file.warnings = read.warnings
                file.reason = read.pictureError.map { "\($0)" }
                return
            }
            file.properties = read.dictionary
            file.coordinate = read.coordinate
            file.warnings = read.warnings
            file.reason = read.pictureError.map { "\($0)" }
            if scope.tags { file.tags = read.exif.entries.map { InspectedTag($0) } }
        case .failure(let error): file.reason = "\(error)"
        }
    }

    /// The contents, or why they cannot be sent.
    private static func serialized(_ file: InspectedFile) -> [UInt8] {
        var refused = InspectedFile()
        refused.type = file.type
        do {
            let bytes = try file.serialized
            if bytes.count <= InspectedFile.maximumBytes { return bytes }
            refused.reason =
                "expected metadata of at most \(InspectedFile.maximumBytes) bytes in all, found \(bytes.count)"
        } catch {
            refused.reason = "the metadata are nested too deeply: \(error)"
        }
        // A type and one text can be serialized; if not, no bytes are an answer that the supervisor refuses.
        do { return try refused.serialized } catch { return [] }
    }
}

/// The queries that were made last: finding the tags of forty names takes a quarter of the time of a file.
private final class LastQueries: Sendable {
    private struct Made: Sendable {
        var names: [String] = []
        var namespaces: [XMPNamespaceDeclaration] = []
        var queries: [TagQuery?] = []
    }

    private let last = Mutex(Made())

    func queries(of names: [String], _ namespaces: [XMPNamespaceDeclaration]) -> [TagQuery?] {
        last.withLock { last in
            if last.names != names || last.namespaces != namespaces {
                let known = namespaces.map(\.namespace)
                last = Made(
                    names: names, namespaces: namespaces, queries: names.map { TagQuery($0, namespaces: known) })
            }
            return last.queries
        }
    }
}

/// A value that is made when it is first asked for.
private final class Lazy<Value> {
    private let make: () -> Value
    private(set) lazy var value = make()

    init(_ make: @escaping () -> Value) { self.make = make }
}

extension InspectedTag {
    fileprivate init(_ entry: ExifEntry) {
        directory = entry.tag.group.rawValue
        number = Int(entry.tag.number)
        hexadecimalNumber = entry.tag.hexadecimalNumber
        name = entry.tag.name
        typeName = entry.value.type.name
        count = entry.value.count
        offset = entry.range.lowerBound
        units =
            switch entry.value {
            case .rational(let units): .array(units.map { .string($0.description) })
            case .signedRational(let units): .array(units.map { .string($0.description) })
            case .float(let units): .array(units.map { .real(Double($0)) })
            case .double(let units): .array(units.map { .real($0) })
            case .ascii(let bytes), .utf8(let bytes):
                // All of the text, including the NULs that separate or follow its parts.
                .string(TextEncoding.lenient(bytes))
            case .undefined(let bytes): .data(bytes)
            default: .array((entry.value.integers ?? []).map { .integer($0) })
            }
    }
}
