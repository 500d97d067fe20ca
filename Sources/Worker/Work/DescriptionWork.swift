internal import UprightFormats
package import UprightRewriting

/// Reads the metadata of a file through a descriptor.
package struct DescriptionWork: Sendable {
    /// The limits above which files are refused.
    package let limits: Limits

    private static let maximumLines = 500
    private static let maximumCharacters = 400

    package init(limits: Limits) { self.limits = limits }

    /// Reads the file open at `source`.
    package func perform(source: Int32) throws(DescriptorWorkError) -> PictureDescription {
        var description = PictureDescription()
        if let read = try SourceFile(source).properties() {
            switch read {
            case .success(let properties): Self.add(properties.dictionary, group: "", to: &description)
            case .failure(let error): description.reason = "\(error)"
            }
            return description
        }
        switch try DescriptorWork.described(at: source, limits) {
        case .refused(let reason): description.reason = reason
        case .bytes(let bytes):
            do { Self.add(try ImageProperties(reading: bytes).dictionary, group: "", to: &description) } catch {
                description.reason = "\(error)"
            }
        }
        return description
    }

    private static func add(
        _ dictionary: [String: PropertyValue], group: String, to description: inout PictureDescription
    ) {
        let sorted = dictionary.sorted { $0.key < $1.key }
        for (name, value) in sorted where description.lines.count < maximumLines {
            if case .dictionary = value { continue }
            description.lines.append(PictureDescription.Line(group: group, name: name, value: text(of: value)))
        }
        for (name, value) in sorted {
            if case .dictionary(let inner) = value {
                add(inner, group: group.isEmpty ? name : "\(group) \(name)", to: &description)
            }
        }
    }

    private static func text(of value: PropertyValue) -> String {
        let text = if case .string(let string) = value { string } else { value.json }
        return text.count > maximumCharacters ? text.prefix(maximumCharacters) + "…" : text
    }
}
