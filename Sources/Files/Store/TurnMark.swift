internal import CUprightLinux
internal import UprightBase

/// What is still to be done with the sidecars of a picture, as an extended attribute of the picture says it: the picture gets it
/// with its name, in one rename, and loses it when they are done. If the process is killed in between, the next one does it.
package struct TurnMark: Sendable, Hashable {
    /// The name of the attribute.
    fileprivate static let attribute = "user.upright.turning"

    /// The orientation that the picture's pixels were turned by, 1...8; 0 if its original was restored.
    package var orientation = 0
    /// The width of the picture before, in pixels.
    package var width = 0
    /// The height of the picture before, in pixels.
    package var height = 0
    /// The turn by hand of a picture whose pixels stayed, 1...8.
    package var byHand = 1
    /// The SHA-256 of the picture. In other bytes the mark means nothing.
    package var picture: [UInt8] = []
    /// The SHA-256 of the sidecars that were not turned: one with other bytes has been, or is another program's.
    package var sidecars: [[UInt8]] = []

    /// Describes the restoring of an original.
    package init() {}

    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ")
        let numbers = parts.prefix(4).compactMap { Int($0) }
        let digests = parts.dropFirst(4).compactMap { bytes(hexadecimal: $0) }
        guard numbers.count == 4, let picture = digests.first else { return nil }
        (orientation, width, height, byHand) = (numbers[0], numbers[1], numbers[2], numbers[3])
        (self.picture, sidecars) = (picture, Array(digests.dropFirst()))
    }

    fileprivate var text: String {
        ([orientation, width, height, byHand].map(String.init) + ([picture] + sidecars).map(hexadecimal))
            .joined(separator: " ")
    }
}

extension OpenFile {
    /// What the picture says is to be done with its sidecars. A file system without attributes keeps it without, which is no error.
    package var turnMark: TurnMark? {
        get {
            var value = [UInt8](repeating: 0, count: 1 << 12)
            let size = upright_get_attribute(descriptor, TurnMark.attribute, &value, value.count)
            return size > 0 ? TurnMark(String(decoding: value[..<size], as: UTF8.self)) : nil
        }
        set {
            guard let value = newValue.map({ Array($0.text.utf8) }) else {
                _ = upright_remove_attribute(descriptor, TurnMark.attribute)
                return
            }
            _ = upright_set_attribute(descriptor, TurnMark.attribute, value, value.count)
        }
    }
}
