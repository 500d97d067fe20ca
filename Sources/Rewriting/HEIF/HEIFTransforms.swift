internal import UprightBase

/// The rotation and the mirror of an item: the properties `irot` and `imir` (ISO/IEC 23008-12, sections 6.5.10, 6.5.12).
struct HEIFTransforms: Sendable, Hashable {
    /// Quarter turns anticlockwise, 0...3; nil without `irot`.
    var rotation: Int?
    /// The axis of the mirror: 0 exchanges top and bottom, 1 left and right; nil without `imir`.
    var mirror: Int?

    /// No properties.
    static let none = HEIFTransforms()

    init(rotation: Int? = nil, mirror: Int? = nil) {
        self.rotation = rotation
        self.mirror = mirror
    }

    /// The properties that have the effect of an orientation, as few as possible.
    init(_ orientation: Orientation) {
        let mirrors: [Int?] = [nil, 1, 0]
        let rotations: [Int?] = [nil, 2, 3, 1]
        let single = rotations.map { Self(rotation: $0) } + mirrors.map { Self(mirror: $0) }
        let double = rotations.map { Self(rotation: $0, mirror: 0) }
        self = (single + double).first { $0.orientation == orientation } ?? .none
    }

    /// The orientation with the effect of the properties: first the rotation, then the mirror.
    var orientation: Orientation {
        Self.rotations[(rotation ?? 0) & 3].followed(by: mirror.map { Self.mirrors[$0 & 1] } ?? .up)
    }

    /// What a quarter turn anticlockwise makes upright is stored as 8.
    static let rotations: [Orientation] = [.up, .left, .down, .right]
    static let mirrors: [Orientation] = [.downMirrored, .upMirrored]

    /// Whether there are none.
    var isEmpty: Bool { rotation == nil && mirror == nil }

    /// The properties in words: `irot 270° and imir axis 0`.
    var description: String {
        let words = [rotation.map { "irot \($0 * 90)°" }, mirror.map { "imir axis \($0)" }].compactMap(\.self)
        return words.isEmpty ? "neither irot nor imir" : words.joined(separator: " and ")
    }
}
