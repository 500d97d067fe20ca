internal import Glibc

/// The memory of one plane: blocks of 64 coefficients, owned here and freed with the last reference.
///
/// Not `Sendable`: whoever works on a picture holds it alone.
package final class JPEGBlocks {
    /// The first coefficient.
    package let base: UnsafeMutablePointer<Int16>
    /// How many blocks there are.
    package let count: Int

    /// Blocks with undefined content.
    package init(count: Int) throws(JPEGCodecError) {
        guard let memory = malloc(max(count, 1) * 128) else {
            throw JPEGCodecError(outOfMemoryFor: "\(count) blocks of coefficients")
        }
        base = memory.bindMemory(to: Int16.self, capacity: max(count, 1) * 64)
        self.count = count
    }

    /// Blocks of zeros.
    init(zeros count: Int) throws(JPEGCodecError) {
        guard let memory = calloc(max(count, 1), 128) else {
            throw JPEGCodecError(outOfMemoryFor: "\(count) blocks of coefficients")
        }
        base = memory.bindMemory(to: Int16.self, capacity: max(count, 1) * 64)
        self.count = count
    }

    /// Takes over blocks that `malloc` gave.
    init(owning base: UnsafeMutablePointer<Int16>, count: Int) {
        self.base = base
        self.count = count
    }

    /// Makes every coefficient zero.
    func clear() { memset(base, 0, count * 128) }

    deinit { free(base) }
}
