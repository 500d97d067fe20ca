internal import FoundationEssentials
internal import UprightBase
internal import UprightFiles

/// A digest of everything in the steps that outputs depend on. When it changes, `--changed` makes the outputs again.
///
/// It is made of the settings that are not their defaults, as they are encoded, and of the content of the files that they name: a
/// setting that a later version adds changes nothing until it is used.
package enum StepFingerprint {
    /// Returns the digest of some steps; empty if none of them affects outputs. Reads the files that they name.
    package static func text(of steps: [any Step]) -> String {
        let texts = steps.filter(\.affectsOutputs).map { text(of: $0) }
        return texts.isEmpty ? "" : hexadecimal(SHA256.hash(Array(texts.joined(separator: "\n").utf8)))
    }

    /// Returns the settings that are not their defaults, as text.
    package static func text<Settings: Encodable>(of settings: Settings, besides defaults: Settings) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            let (own, others) = try (encoder.encode(settings), encoder.encode(defaults))
            return try difference(JSONValue(parsing: own), JSONValue(parsing: others))?.serialized ?? ""
        } catch { return "\(error)" }
    }

    private static func difference(_ value: JSONValue, _ other: JSONValue?) -> JSONValue? {
        guard case .object(let members) = value, case .object(let others)? = other else {
            return value.serialized == other?.serialized ? nil : value
        }
        let own = members.compactMap { name, value in difference(value, other?[name]).map { (name, $0) } }
        let absent = others.filter { value[$0.0] == nil }.map { ($0.0, JSONValue.null) }
        return own.isEmpty && absent.isEmpty ? nil : .object(own + absent)
    }

    private static func text<Kind: Step>(of step: Kind) -> String {
        let settings = text(of: step, besides: Kind())
        let contents = step.contentPaths.map { content(of: RawPath($0)) }
        return ([type(of: step).name, settings] + contents).joined(separator: " ")
    }

    /// The digest of a file, or of the files in a folder with their names. What cannot be read is reported when the step is
    /// prepared.
    private static func content(of path: RawPath) -> String {
        do throws(FileError) {
            guard FileStore.isFolder(path) else { return try hexadecimal(FileStore.open(path).contentDigest().sha256) }
            let folder = try OpenFolder(path)
            let names = try folder.entries().map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
            var texts: [String] = []
            for name in names where try folder.status(of: RawPath(bytes: name)).kind == .regular {
                let file = try folder.file(RawPath(bytes: name))
                texts += [hexadecimal(name), try hexadecimal(file.contentDigest().sha256)]
            }
            return texts.joined(separator: " ")
        } catch { return error.reason }
    }
}
