internal import UprightFiles

/// A path made absolute from the working folder.
func absolute(_ path: String) -> String { FileStore.absolute(RawPath(argument: path)).description }
