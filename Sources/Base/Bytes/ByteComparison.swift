internal import Glibc

extension Collection where Element == UInt8 {
    /// Returns whether two collections have the same bytes.
    ///
    /// `elementsEqual` compares byte by byte, which takes as long as SHA-256.
    package func hasBytes(of other: some Collection<UInt8>) -> Bool {
        withContiguousStorageIfAvailable { own -> Bool? in
            other.withContiguousStorageIfAvailable { other in
                guard own.count == other.count else { return false }
                guard let own = own.baseAddress, let other = other.baseAddress else { return true }
                return memcmp(own, other, count) == 0
            }
        }?.flatMap(\.self) ?? elementsEqual(other)
    }
}
