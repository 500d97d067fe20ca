internal import CUprightLinux
internal import Glibc

extension OpenFile {
    package static func inMemory() throws(FileError) -> OpenFile {
        let descriptor = upright_memory_file("upright")
        guard descriptor >= 0 else { throw FileError(.create, "memory") }
        return OpenFile(owning: descriptor, path: "memory")
    }

    /// Moves bytes that a pipe holds to the file, without copying them through this process. Blocks while the pipe is
    /// empty and has a writer.
    ///
    /// - Returns: the number of bytes, at most `count`; 0 at the pipe's end.
    /// - Throws: `FileError`, with code `EINVAL` if the descriptor is not a pipe, `EAGAIN` if it does not block.
    package func receive(_ count: Int, fromPipe pipe: CInt, at offset: Int) throws(FileError) -> Int {
        var position = Int64(offset)
        while true {
            let moved = upright_splice(pipe, nil, descriptor, &position, count)
            if moved >= 0 { return moved }
            guard errno == EINTR else { throw FileError(.write, path) }
        }
    }
}
