internal import Glibc

/// The memory of one plane: blocks of 64 coefficients, freed with the last reference.
///
/// Not `Sendable`, because a picture has a single owner.
package final class JPEGBlocks {
    /// The first coefficient.
    package let base: UnsafeMutablePointer<Int16>
    package let count: Int

    /// Allocates blocks with undefined content.
    package init(count: Int) throws(CodecError) {
        guard let memory = malloc(max(count, 1) * 128) else {
            throw CodecError(outOfMemoryFor: "\(count) blocks of coefficients")
        }
        base = memory.bindMemory(to: Int16.self, capacity: max(count, 1) * 64)
        self.count = count
    }

    /// Allocates blocks of zeros.
    init(zeros count: Int) throws(CodecError) {
        guard let memory = calloc(max(count, 1), 128) else {
            throw CodecError(outOfMemoryFor: "\(count) blocks of coefficients")
        }
        base = memory.bindMemory(to: Int16.self, capacity: max(count, 1) * 64)
        self.count = count
    }

    /// Takes ownership of blocks that `malloc` returned.
    init(owning base: UnsafeMutablePointer<Int16>, count: Int) {
        self.base = base
        self.count = count
    }

    deinit { free(base) }
}
