package import UprightConfiguration
internal import UprightBase
internal import UprightRewriting
internal import UprightSteps

extension DropFolder {
    /// Creates a folder with its settings in a configuration. Its fingerprint is that of the folder without the steps.
    package init(_ folder: FolderConfiguration, of configuration: Configuration) {
        self.init(configuration: folder, options: configuration.normalization(in: folder))
        labelled = configuration.labelled
    }

    /// A digest of all settings that affect an output's bytes or name.
    ///
    /// Limits and checks are excluded: they decide whether there is an output, not what it contains. All other options count
    /// as the normalizer gets them.
    ///
    /// - Parameter steps: the fingerprint of the steps (``StepFingerprint``).
    static func fingerprint(
        _ configuration: FolderConfiguration, _ options: NormalizationOptions, steps: String = ""
    ) -> String {
        var options = options
        options.limits = Limits()
        options.digestsPicture = false
        options.verification = NormalizationOptions().verification
        let text =
            "extension=\(configuration.correctExtension) \(steps) "
            + StepFingerprint.text(of: options, besides: NormalizationOptions())
        return String(hexadecimal(SHA256.hash(Array(text.utf8))).prefix(16))
    }
}

extension Configuration {
    /// The folders with their fingerprints. Reads the files that the steps' outputs depend on.
    package var dropFolders: [DropFolder] {
        let steps = StepFingerprint.text(of: steps)
        return folders.map { settings in
            var folder = DropFolder(settings, of: self)
            // A further output, or another step of one, makes the file's outputs others.
            let further = settings.furtherOutputs.map { path in
                let own = outputSteps[DropFolder.key(ofOutput: path, from: settings.source)] ?? []
                return " \(path)=" + StepFingerprint.text(of: own)
            }
            let labels = labelled == .auto ? "" : " labelled=\(labelled.rawValue)"
            let sidecar = settings.sidecar == .off ? "" : " sidecar=\(settings.sidecar.rawValue)"
            folder.fingerprint = DropFolder.fingerprint(
                settings, folder.options, steps: steps + further.joined() + labels + sidecar)
            return folder
        }
    }
}
