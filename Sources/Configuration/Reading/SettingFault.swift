package import UprightFiles

/// A setting that is well-formed, and cannot be used: what it names cannot be opened, or is something else.
package struct SettingFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key, with its parents as far as the reporter knows them: `place.gazetteer`.
    package var key: String
    /// The further output whose steps have the setting, by the key of `DropFolder.key(ofOutput:from:)`; nil for the pipeline's.
    package var output: String?
    /// What was expected.
    package var expected: String
    /// What was found.
    package var found: String
    /// Whether this user lacks a permission that another may have.
    package var isDenied: Bool

    package init(_ key: String, expected: String, found: String, isDenied: Bool = false) {
        (self.key, self.expected, self.found, self.isDenied) = (key, expected, found, isDenied)
    }

    /// Creates the fault of a file or folder that cannot be opened or read.
    package init(_ key: String, expected: String, _ error: FileError) {
        let found =
            error.isAbsence ? "nothing at \(error.path)" : "\(error.path), which cannot be read: \(error.reason)"
        self.init(key, expected: expected, found: found, isDenied: error.isDenial)
    }

    package init(_ key: String, _ fault: SettingFault) {
        self = fault
        self.key = key
    }

    /// `place.gazetteer: expected …, found …`.
    package var description: String { "\(key): expected \(expected), found \(found)" }
}
