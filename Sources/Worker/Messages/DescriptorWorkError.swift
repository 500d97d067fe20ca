/// Why the work with the passed descriptors failed. None of these errors is caused by the picture; all may pass.
package enum DescriptorWorkError: Error, Sendable, Hashable, Codable {
    /// The source could not be read; the error number.
    case reading(errno: Int32)
    /// The output could not be written; the error number, and how many bytes were already written.
    case writing(errno: Int32, written: Int)
    /// The source grew or shrank while it was read; its size in bytes before, and the number of bytes that were read.
    case changed(expected: Int, found: Int)
}

extension DescriptorWorkError: CustomStringConvertible {
    /// A message: what happened.
    package var description: String {
        switch self {
        case .reading(let number): "the source cannot be read: \(describe(errno: number))"
        case .writing(let number, let written):
            "the output cannot be written beyond byte \(written): \(describe(errno: number))"
        case .changed(let expected, let found):
            "the source changed while it was read: expected \(expected) bytes, found \(found)"
        }
    }
}
