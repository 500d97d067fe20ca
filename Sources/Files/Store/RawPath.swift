internal import UprightBase

/// A path as the kernel sees it: bytes without NUL, in any encoding, not always UTF-8.
package struct RawPath: Sendable, Hashable {
    /// The bytes, without a terminating NUL.
    package let bytes: [UInt8]

    /// Creates a path from bytes. A NUL ends it, as in the kernel.
    package init(bytes: [UInt8]) {
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        self.bytes = end == bytes.count ? bytes : Array(bytes[..<end])
    }

    /// Creates a path from bytes. A NUL ends it, as in the kernel.
    package init(bytes: some Sequence<UInt8>) { self.init(bytes: Array(bytes)) }

    /// Creates a path from a string, in UTF-8.
    package init(_ text: some StringProtocol) { self.init(bytes: text.utf8) }

    /// Whether the path is empty; as a relative path, that is the folder itself.
    package var isEmpty: Bool { bytes.isEmpty }
    /// Whether the path starts at the root folder.
    package var isAbsolute: Bool { bytes.first == Self.separator }

    static let separator = UInt8(ascii: "/")

    /// The components between the separators, without empty ones and without `.`.
    package var components: [[UInt8]] {
        bytes.split(separator: Self.separator).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    /// The last component; empty if there is none.
    package var name: [UInt8] { lastComponent(before: bytes.count).map { Array(bytes[$0]) } ?? [] }

    /// Whether the path has no components: as a relative path, it is the folder itself.
    var hasNoComponents: Bool { lastComponent(before: bytes.count) == nil }

    /// Whether the path has a single component or none.
    var isName: Bool {
        guard let last = lastComponent(before: bytes.count) else { return true }
        return lastComponent(before: last.lowerBound) == nil
    }

    /// Whether the path is its own last component.
    var isPlainName: Bool { !bytes.contains(Self.separator) && bytes != [UInt8(ascii: ".")] }

    /// Whether a component is `..`.
    var leadsUp: Bool {
        var end = bytes.count
        while let component = lastComponent(before: end) {
            if bytes[component] == [0x2E, 0x2E] { return true }
            end = component.lowerBound
        }
        return false
    }

    /// Where the last component before an offset is, found without splitting the path.
    private func lastComponent(before offset: Int) -> Range<Int>? {
        var end = offset
        while end > 0 {
            let start = (bytes[..<end].lastIndex(of: Self.separator) ?? -1) + 1
            let isDot = end - start == 1 && bytes[start] == UInt8(ascii: ".")
            if start < end, !isDot { return start..<end }
            end = start - 1
        }
        return nil
    }

    /// The path without its last component; empty for a single relative component.
    package var parent: RawPath {
        if !isAbsolute, isName { return RawPath(bytes: [UInt8]()) }
        let names = components.dropLast()
        return RawPath(
            bytes: (isAbsolute ? [Self.separator] : []) + Array(names.joined(separator: [Self.separator])))
    }

    /// Returns this path followed by a name or a relative path. If this path is `.`, returns the other path alone, as
    /// users write it.
    package func appending(_ other: RawPath) -> RawPath {
        if isEmpty { return other }
        if bytes == [UInt8(ascii: ".")], !other.isEmpty { return other }
        if other.isEmpty { return self }
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count + 1 + other.bytes.count)
        joined += bytes
        if bytes.last != Self.separator { joined.append(Self.separator) }
        joined += other.bytes
        return RawPath(bytes: joined)
    }

    /// Returns this path followed by a name.
    package func appending(name: [UInt8]) -> RawPath { appending(RawPath(bytes: name)) }

    /// Returns this path relative to the folder `base`; nil if it is not inside. Compares both as they are written:
    /// resolve them first.
    package func relative(to base: RawPath) -> RawPath? {
        let own = components
        let other = base.components
        guard isAbsolute == base.isAbsolute, own.count >= other.count, own.starts(with: other) else { return nil }
        return RawPath(bytes: own.dropFirst(other.count).joined(separator: [Self.separator]))
    }

    /// Calls a closure with the path as a C string. Inlined, since a generic call makes its types anew each time.
    @inlinable package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { text in
            guard let base = text.baseAddress else { preconditionFailure("a terminated path is never empty") }
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
            text[bytes.count] = 0
            return body(base)
        }
    }
}

extension RawPath: CustomStringConvertible {
    /// The path as text, for people. Bytes that are not UTF-8, and characters that could hide, reorder or forge what is shown
    /// (``ShownText``), are written as `\xNN`.
    package var description: String { ShownText.escaped(bytes: bytes) }

    /// The path as text, for programs: as it is. Only bytes that are not UTF-8 are written as `\xNN`.
    package var exact: String { ShownText.text(of: bytes, escapesHarmful: false) }
}

extension RawPath: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}
