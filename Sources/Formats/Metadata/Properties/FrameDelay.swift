/// The display times of frames.
package enum FrameDelay {
    /// Returns the delay that players use: 100 ms for anything below 20 ms, like browsers and ImageIO.
    package static func clamped(_ seconds: Double) -> Double { seconds < 0.02 ? 0.1 : seconds }
}
