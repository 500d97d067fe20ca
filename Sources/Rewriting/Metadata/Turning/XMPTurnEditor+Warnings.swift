internal import UprightBase
internal import UprightFormats

extension XMPTurnEditor {
    /// Names the properties that depend on the layout of the picture and cannot be turned with it.
    ///
    /// - Parameter isCropMoved: whether the Camera Raw crop was turned.
    mutating func nameFixedParts(isCropMoved: Bool) {
        guard turn.orientation != .up else { return }
        for part in FixedPart.all {
            guard case .properties(let namespace, let patterns) = part.location else { continue }
            let isThere = packet.properties.contains { property in
                Self.isNamed(property.name.namespace, namespace.uri)
                    && patterns.contains { FixedPart.matches(property.name.local, $0) }
                    && !(part.onlyIfSet && !isSet(property))
                    && !(isCropMoved && property.name == XMPName(.cameraRaw, "HasCrop"))
            }
            guard isThere, part.beside.map({ !packet.properties($0).isEmpty }) ?? true else { continue }
            needsOriginal = true
            warnings.append("xmp: " + part.warning)
        }
    }

    /// Some programs leave the slash at the end of a namespace out.
    private static func isNamed(_ found: String, _ uri: String) -> Bool {
        found == uri || uri.last == "/" && found == uri.dropLast()
    }

    /// Whether a field holds a number other than 0, or no number at all.
    private func isSet(_ field: XMPField) -> Bool {
        guard let text = packet.trimmedValue(of: field), !text.isEmpty else { return false }
        return Double(text) != 0
    }
}
