internal import ArgumentParser
internal import UprightConfiguration

/// Parses options that take seconds.
enum Seconds {
    /// The seconds in an argument: a number of seconds, or a duration with a unit.
    static func parse(_ text: String) throws -> Double {
        guard let seconds = Quantity.seconds(text) else {
            throw ValidationError("\"\(text)\" is not a duration: expected seconds, or such as 90s, 5min or -1h.")
        }
        return seconds
    }
}
