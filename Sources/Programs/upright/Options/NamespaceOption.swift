internal import ArgumentParser
internal import UprightRewriting
internal import UprightFormats

/// The values of `--namespace`.
enum NamespaceOption {
    /// Parses `PREFIX=URI`.
    static func parse(_ pairs: [String]) throws -> [XMPNamespace] {
        try pairs.map { pair in
            guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
                throw ValidationError("--namespace takes PREFIX=URI, found \(pair)")
            }
            do throws(MetadataValueError) {
                return try XMPNamespace(
                    declaring: String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
            } catch {
                throw ValidationError("--namespace: \(error)")
            }
        }
    }
}
