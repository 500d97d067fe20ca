internal import ArgumentParser
internal import UprightConfiguration
internal import UprightFiles
internal import UprightService

/// The options of the commands that serve over HTTP.
struct ServingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address and port.", valueName: "address:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp("A file whose first line is the token that clients must give.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    func validate() throws {
        if let listen, ServerAddress(listen) == nil {
            throw ValidationError("\"\(listen)\" is not an address and port: expected one such as 127.0.0.1:8711.")
        }
    }

    /// The address of `--listen`; nil if there is none.
    var address: ServerAddress? { listen.flatMap { ServerAddress($0) } }

    /// The absolute path of `--token-file`; nil if there is none.
    var tokenPath: String? { tokenFile.map { absolute($0) } }

    /// The token in a file; nil without a file.
    ///
    /// - Parameter warn: reports a problem of the file that does not prevent its use.
    static func token(in file: String?, warn: (String) -> Void) throws(OperationError) -> String? {
        guard let file else { return nil }
        if let warning = AccessToken.warning(of: file) { warn(warning) }
        do throws(SettingFault) { return try AccessToken.reading(file) } catch {
            throw OperationError(error.description)
        }
    }

    /// The exit status for a failure.
    ///
    /// - Parameter isService: whether a service manager starts the process again.
    static func status(for failure: OperationError, isService: Bool = false) -> ExitCode {
        switch failure.kind {
        case .unavailable: ExitStatus.unavailable
        case .passing where isService: ExitStatus.tryAgain
        default: ExitStatus.configuration
        }
    }
}
