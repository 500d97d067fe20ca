internal import UprightConfiguration
internal import UprightDigests
internal import UprightFiles
internal import UprightRewriting
internal import UprightSteps

extension DropFolder {
    /// A digest of all settings that affect an output's bytes or name.
    ///
    /// Limits are excluded: they decide whether there is an output, not what it contains.
    static func fingerprint(
        _ configuration: FolderConfiguration, _ options: NormalizationOptions, steps: [any Step] = []
    ) -> String {
        let text =
            "turns=\(options.turns) damaged=\(options.damaged.rawValue) extension=\(configuration.correctExtension)"
            + steps.map(\.outputFingerprint).joined()
        return String(hexadecimal(SHA256.hash(Array(text.utf8))).prefix(16))
    }
}
