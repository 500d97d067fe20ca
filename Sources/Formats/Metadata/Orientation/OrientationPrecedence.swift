internal import UprightBase

/// Decides which of a file's carriers of orientation counts: the only such table, for all formats.
///
/// The first carrier that gives a number decides, in the order of ``OrientationCarrier``. A number outside of 1...8
/// means "unknown": the picture is then not turned, whatever later carriers say. Most viewers behave this way;
/// docs/design/orientation.md describes the observed behaviour of each.
public struct OrientationPrecedence: Sendable, Hashable {
    /// The directories of an Exif block whose `Orientation` counts, in order of precedence.
    ///
    /// Others (IFD1, GPS, interoperability, sub-IFDs) never count; those that describe this picture are set to 1.
    public static let directories: [TIFFDirectory.Kind] = [.primary, .exif]

    /// The value types that count: those that at least half of the viewers read.
    ///
    /// Text must consist of digits, a fraction must have the denominator 1, and UNDEFINED must be one byte. FLOAT, IFD
    /// and other fractions do not count.
    public static let types: Set<TIFFFieldType> = [
        .short, .long, .byte, .sshort, .slong, .sbyte, .ascii, .rational, .srational, .undefined, .double,
    ]

    /// The reading that decides; nil if no carrier that counts gives a number.
    public let counting: OrientationReading?
    /// A warning for each disagreement between carriers.
    public let warnings: [String]

    /// Returns the reading that decides, without reading carriers that it precedes.
    ///
    /// - Parameter carriers: the carriers of a file and their readings, in file order.
    static func counting(
        _ carriers: [(carrier: OrientationCarrier, read: () -> OrientationReading?)]
    ) -> OrientationReading? {
        let ordered = carriers.enumerated().filter(\.element.carrier.counts).sorted {
            ($0.element.carrier.rawValue, $0.offset) < ($1.element.carrier.rawValue, $1.offset)
        }
        return ordered.lazy.compactMap { $0.element.read() }.first
    }

    /// Decides among the readings of a file, given in file order.
    public init(_ readings: [(carrier: OrientationCarrier, reading: OrientationReading)]) {
        let counting = Self.counting(readings.map { carrier, reading in (carrier, { reading }) })
        self.counting = counting
        warnings = readings.compactMap { carrier, reading in
            guard let orientation = reading.orientation, orientation != counting?.orientation else { return nil }
            let said = "\(reading.carrier) is \(reading.raw)"
            if let reason = carrier.reasonNotToCount { return orientation == .up ? nil : "\(said): \(reason)" }
            guard let counting else { return nil }
            return counting.orientation == nil
                ? "\(said), but \(counting.carrier), which takes precedence, is \(counting.raw), outside of 1...8: "
                    + "the picture is not turned"
                : "\(said), but \(counting.carrier), which takes precedence, is \(counting.raw)"
        }
    }
}
