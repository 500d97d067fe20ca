/// The part of a file that a request asks for (RFC 9110, section 14.1.2): players of videos ask for their index first.
package struct ByteRange: Sendable, Hashable {
    package let first: Int
    package let length: Int

    package init(first: Int, length: Int) {
        self.first = first
        self.length = length
    }

    /// Whether a request for a range is of this form. Others, and several ranges at once, are answered with the whole file.
    package enum Request: Sendable, Hashable {
        case whole
        case part(ByteRange)
        case unsatisfiable

        /// Reads the header field `Range` of a request for a file of the given size.
        package init(_ field: String?, of size: Int) {
            guard let field, field.hasPrefix("bytes="), !field.contains(",") else { self = .whole; return }
            let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
                self = .whole
                return
            }
            switch (Int(ends[0]), Int(ends[1])) {
            case (let first?, let last):
                guard last.map({ $0 >= first }) ?? ends[1].isEmpty else { self = .whole; return }
                guard first < size else { self = .unsatisfiable; return }
                self = .part(ByteRange(first: first, length: min(last ?? .max, size - 1) - first + 1))
            case (nil, let count?) where ends[0].isEmpty:
                guard count > 0, size > 0 else { self = .unsatisfiable; return }
                self = .part(ByteRange(first: size - min(count, size), length: min(count, size)))
            default: self = .whole
            }
        }
    }
}
