package import UprightConfiguration
package import UprightEngine
internal import UprightSteps

/// Confines a process that serves the gallery. It can read the pictures, the state and what programs need; write only to
/// the state folder and, where visitors may turn pictures, to the outputs; listen on its own port; and connect to nothing.
package enum GalleryConfinement {
    /// Confines this process (``ProcessConfinement``).
    ///
    /// - Returns: Which confinement failed, and why; nil if all of it is in force.
    package static func enter(_ configuration: Configuration, address: ServerAddress, tokenFile: String?) -> String? {
        var readable = [configuration.state]
        for folder in configuration.folders {
            // The viewer also shows the original.
            readable += [folder.source, folder.output] + [folder.originalsFolder].compactMap(\.self)
        }
        if case .archive(let path) = configuration.gallery.tiles?.source { readable.append(path) }
        let naming = configuration.steps.naming
        readable += [configuration.file, tokenFile, naming.gazetteer].compactMap { $0 } + naming.boundaries
        let turned = configuration.gallery.permitsChanges(at: address) ? configuration.folders.map(\.output) : []
        return ProcessConfinement.enter(
            readable: readable, writable: [configuration.state] + turned, port: address.port,
            environment: ["SQLITE_TMPDIR": configuration.state])
    }
}
