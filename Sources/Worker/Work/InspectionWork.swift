internal import UprightContainers
internal import UprightMetadata
package import UprightRewriting

/// Reads everything that a file contains through a descriptor.
package struct InspectionWork: Sendable {
    /// What to read besides the properties.
    package let scope: InspectionScope
    /// The limits above which files are refused.
    package let limits: Limits

    package init(scope: InspectionScope, limits: Limits) {
        self.scope = scope
        self.limits = limits
    }

    /// Reads the file open at `source`, and returns its contents serialized.
    package func perform(source: Int32) throws(DescriptorWorkError) -> [UInt8] {
        switch try DescriptorWork.picture(at: source, limits) {
        case .refused(let reason): return Self.serialized(InspectedFile(reason: reason))
        case .bytes(let bytes): return Self.serialized(contents(of: bytes))
        }
    }

    private func contents(of bytes: [UInt8]) -> InspectedFile {
        var file = InspectedFile()
        file.type = PictureFormats.identify(bytes)
        if scope.structure { file.structure = FileStructure(of: bytes) }
        if scope.privacy { file.privateItems = PrivateItems.all(in: bytes) }
        do {
            let read = try ImageProperties(reading: bytes)
            file.properties = read.dictionary
            file.coordinate = read.gps?.coordinate
            file.warnings = read.warnings
            file.reason = read.pictureError.map { "\($0)" }
            if scope.tags { file.tags = read.exif.entries.map { InspectedTag($0) } }
        } catch {
            file.reason = "\(error)"
        }
        return file
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
