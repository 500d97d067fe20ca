package import UprightFiles

/// Where an output goes below its folder, without its extension, which follows from the content.
///
/// What would have the same path is numbered: 1 is the path itself.
package struct Placement: Sendable, Hashable {
    /// Stands for the number in ``pattern``.
    static let mark: Character = "\u{1}"

    private let pattern: String
    private let digits: Int

    /// Creates a placement.
    ///
    /// - Parameters:
    ///   - pattern: the path; where ``mark`` is, the number is written, and otherwise numbers from 2 on follow the name.
    ///   - digits: how many digits the number has at least.
    init(_ pattern: String, digits: Int = 1) { (self.pattern, self.digits) = (pattern, digits) }

    /// Returns the path of the output with a number, without extension.
    package func path(_ number: Int) -> RawPath {
        guard pattern.contains(Self.mark) else { return RawPath(number == 1 ? pattern : "\(pattern)-\(number)") }
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, digits - text.count)) + text
        return RawPath(pattern.replacing(String(Self.mark), with: padded))
    }
}
