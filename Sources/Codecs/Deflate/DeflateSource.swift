/// Bytes to deflate, which can be made as they are needed. Threads use it at once.
package protocol DeflateSource: SendableMetatype {
    var count: Int { get }
    /// The number of bytes that are best asked for at a time.
    var preferredLength: Int { get }

    /// Calls `body` with a range of the bytes, once. Returns false, without a call, if an allocation fails.
    func withBytes(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool
}

extension UnsafeRawBufferPointer: DeflateSource {
    package var preferredLength: Int { 1 << 19 }

    package func withBytes(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        body(UnsafeRawBufferPointer(rebasing: self[range]))
        return true
    }
}
