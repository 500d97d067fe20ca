public import UprightFiles

/// Why a run cannot start.
public enum RunError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The output folder is the source folder.
    case outputIsSource(String)
    /// The source folder cannot be inspected.
    case source(FileError)

    /// A message: what is wrong and what to do.
    public var description: String {
        switch self {
        case .outputIsSource(let path): "\(path) is both source and output; give another folder as the output"
        case .source(let error): error.description
        }
    }
}
