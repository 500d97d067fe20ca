internal import UprightGeometry

/// Which of a file's carriers of orientation counts: the one table for JPEG, PNG and GIF.
///
/// The first carrier that gives a number decides, in the order of ``OrientationCarrier``. A number outside of 1...8 means
/// "unknown": it decides that the picture is not turned, whatever carriers after it say. It is what most viewers do;
/// ARCHITECTURE.md, "Which orientation counts", has what each of them was seen to do.
public struct OrientationPrecedence: Sendable, Hashable {
    /// The directories of an Exif block whose `Orientation` counts, in the order in which they are asked.
    ///
    /// Others (IFD1, GPS, interoperability, sub-IFDs) never count; those that describe this picture are set to 1.
    public static let directories: [TIFFDirectory.Kind] = [.primary, .exif]

    /// The types of values that count: those that at least half of the viewers read.
    ///
    /// A text is one of digits, a fraction one with the denominator 1, and UNDEFINED one byte. FLOAT, IFD and other
    /// fractions do not count.
    public static let types: Set<TIFFFieldType> = [
        .short, .long, .byte, .sshort, .slong, .sbyte, .ascii, .rational, .srational, .undefined, .double,
    ]

    /// What decides; nil where no carrier that counts gives a number.
    public let counting: OrientationReading?
    /// Where carriers disagree.
    public let warnings: [String]

    /// Decides among the readings of a file, given in the order of the file.
    public init(_ readings: [(carrier: OrientationCarrier, reading: OrientationReading)]) {
        let counting = readings.enumerated().filter(\.element.carrier.counts).min {
            ($0.element.carrier.rawValue, $0.offset) < ($1.element.carrier.rawValue, $1.offset)
        }?.element.reading
        self.counting = counting
        warnings = readings.compactMap { carrier, reading in
            guard let orientation = reading.orientation, orientation != counting?.orientation else { return nil }
            let said = "\(reading.carrier) is \(reading.raw)"
            if let reason = carrier.reasonNotToCount { return orientation == .up ? nil : "\(said): \(reason)" }
            guard let counting else { return nil }
            return counting.orientation == nil
                ? "\(said), \(counting.carrier) before it is \(counting.raw), outside of 1...8: the picture is not turned"
                : "\(said), \(counting.carrier) before it is \(counting.raw): that counts"
        }
    }
}
