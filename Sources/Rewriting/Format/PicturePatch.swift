/// An output that has the bytes of its source except for some ranges, so that it is written without holding either.
package struct PicturePatch {
    /// Compares a range of the source with the output's bytes from an offset on.
    package typealias Comparison = (_ range: Range<Int>, _ offset: Int) -> Bool

    /// The ranges and their new bytes.
    package let splices: FileSplices
    package let changes: [Change]
    /// Checks the output as it was read back.
    private let verify: ([UInt8], Comparison) throws(PictureRefusal) -> Void

    init(
        _ splices: FileSplices, changes: [Change],
        verify: @escaping ([UInt8], Comparison) throws(PictureRefusal) -> Void
    ) {
        (self.splices, self.changes, self.verify) = (splices, changes, verify)
    }

    /// Checks the output.
    ///
    /// - Parameters:
    ///   - output: the output, of which only the parts that a document needs have to be read.
    ///   - isSame: compares the source with the output.
    /// - Returns: why it must not be delivered; nil if it can be.
    package func fault(in output: [UInt8], _ isSame: Comparison) -> String? {
        do throws(PictureRefusal) {
            try verify(output, isSame)
            return nil
        } catch {
            return error.description
        }
    }
}
