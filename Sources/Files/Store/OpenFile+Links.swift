internal import Glibc

extension OpenFile {
    /// Returns the number of names of the file (hard links).
    package func linkCount() throws(FileError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
        return Int(status.st_nlink)
    }
}
