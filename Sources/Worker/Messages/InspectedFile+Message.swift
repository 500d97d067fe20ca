// The contents are a message of their own, within the answer's bytes, so that contents that cannot be sent are refused before
// the answer is written.

extension InspectedFile {
    /// The most bytes of ``serialized`` that an answer carries.
    package static let maximumBytes = Channel.maximumBytes - 1024

    /// The contents in the form of `MessageFormat`. Throws if they are nested too deeply.
    package var serialized: [UInt8] {
        get throws { try MessageEncoder.encode(self) }
    }

    /// Parses the bytes of ``serialized``. Accepts any bytes: a worker is not trusted.
    package init(parsing bytes: [UInt8]) throws { self = try MessageDecoder.decode(InspectedFile.self, from: bytes) }
}
