package import UprightConfiguration
internal import Glibc
package import UprightFiles
package import UprightSteps
internal import Yams

extension Configuration {
    /// Reads and validates a configuration file.
    ///
    /// Relative paths in the file start from its folder.
    ///
    /// - Parameter file: the path of the file.
    /// - Throws: ``ConfigurationError`` with every problem that was found.
    package static func load(file: String) throws(ConfigurationError) -> Configuration {
        try load(file: RawPath(file))
    }

    /// Reads and validates a configuration file whose name can have any bytes.
    ///
    /// Relative paths in the file start from its folder. If that folder's name is not UTF-8, only absolute paths are
    /// accepted.
    ///
    /// - Parameters:
    ///   - file: the path of the file.
    ///   - needsFolders: whether the keys `folders` and `state` are required, as for the daemon.
    /// - Throws: ``ConfigurationError`` with every problem that was found.
    package static func load(file: RawPath, needsFolders: Bool = true) throws(ConfigurationError) -> Configuration {
        let bytes = try contents(of: file)
        let home = getenv("HOME").map { String(cString: $0) }
        let folder = String(validating: FileStore.absolute(file).parent.bytes, as: UTF8.self)
        var configuration = try Configuration(
            parsing: bytes, file: file.description, in: folder, home: home?.hasPrefix("/") == true ? home : nil,
            needsFolders: needsFolders)
        try configuration.override(by: environmentValue)
        return configuration
    }

    /// Reads and validates the bytes of a configuration file.
    ///
    /// - Parameters:
    ///   - bytes: YAML 1.1 in UTF-8, with or without a byte order mark.
    ///   - file: the file's name, for messages.
    ///   - folder: the absolute path of the folder that relative paths start from.
    ///   - home: the folder that a leading `~` in a path means.
    ///   - kinds: the steps that it can have.
    /// - Throws: ``ConfigurationError`` with every problem that was found.
    package init(
        parsing bytes: [UInt8], file: String, folder: String, home: String? = nil,
        steps kinds: StepRegistry = .standard
    ) throws(ConfigurationError) {
        try self.init(parsing: bytes, file: file, in: folder, home: home, needsFolders: true, steps: kinds)
    }

    /// - Parameter folder: the absolute path of the folder that relative paths start from; nil if its name is not
    ///   UTF-8.
    private init(
        parsing bytes: [UInt8], file: String, in folder: String?, home: String?, needsFolders: Bool,
        steps kinds: StepRegistry = .standard
    ) throws(ConfigurationError) {
        let context = ConfigurationContext(file: file, folder: folder.map(LexicalPath.normalized), home: home)
        let node = try YAMLDocument.parse(bytes, file: file)
        self.init(
            reading: ConfigurationSection(node, path: "", keys: Self.keys, context: context),
            needsFolders: needsFolders, among: kinds)
        guard context.problems.isEmpty else { throw ConfigurationError(context.problems) }
        self.file = file
        lines = context.lines
    }

    /// A configuration has a few kilobytes; a file of more than 1 MiB is another file, given by mistake.
    private static let largest = 1 << 20

    private static func contents(of file: RawPath) throws(ConfigurationError) -> [UInt8] {
        do throws(FileError) {
            return try FileStore.read(file, limit: largest)
        } catch {
            throw ConfigurationError([
                ConfigurationProblem(
                    file: file.description, line: nil, key: "", expected: "a configuration file that can be read",
                    found: error.isTooLarge ? "a file of more than 1 MiB" : error.reason)
            ])
        }
    }
}
