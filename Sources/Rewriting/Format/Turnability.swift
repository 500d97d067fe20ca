/// How a picture can be turned upright.
package enum Turnability: Sendable, Hashable {
    /// Every sample or coefficient can be kept.
    case exact
    /// Some components can be exact; others may have to be quantized again.
    case requantized
    /// The container says how the picture is to be shown; no coded byte changes.
    case containerOnly
    /// A turn would lose too much. The picture is kept as it is with its orientation, for this reason, and the metadata
    /// can be edited.
    case copyOnly(String)
    /// The codec cannot turn the picture, for this reason. It is rejected.
    case unsupported(String)
}
