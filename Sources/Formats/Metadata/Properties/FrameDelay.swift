/// How long frames are shown.
enum FrameDelay {
    /// The delay that players use: below 20 ms they take 100 ms, as browsers and ImageIO do.
    static func clamped(_ seconds: Double) -> Double { seconds < 0.02 ? 0.1 : seconds }
}
