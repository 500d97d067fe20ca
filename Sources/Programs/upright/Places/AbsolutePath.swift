internal import UprightFiles

/// The absolute form of a path that is relative to the working folder.
func absolute(_ path: String) -> String { FileStore.absolute(RawPath(argument: path)).exact }
