package import UprightConfiguration
package import UprightEngine
internal import UprightSteps

/// Confines a process that serves pictures. It can read the files that the configuration names and what programs need, listen
/// on its own port, write nothing, and connect to nothing.
package enum ServingConfinement {
    /// Confines this process (``ProcessConfinement``).
    ///
    /// - Returns: Which confinement failed, and why; nil if all of it is in force.
    package static func enter(_ configuration: Configuration, address: ServerAddress, tokenFile: String?) -> String? {
        let networkKeys = configuration.steps.flatMap(\.networkKeys)
        guard networkKeys.isEmpty else { return "\(networkKeys.joined(separator: ", ")) needs the network" }
        // Steps can name any file, such as tracks.
        let hasSteps = !configuration.steps.isEmpty
        let named = [configuration.file, tokenFile].compactMap { $0 }
        return ProcessConfinement.enter(
            readable: hasSteps ? ["/"] : named, writable: [], port: address.port)
    }
}
