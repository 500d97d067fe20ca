package import UprightBase
internal import UprightFormats

extension JPEGFormat {
    package func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String? {
        try hasEnd(&window) ? nil : "the end of image marker (EOI)"
    }

    /// ITU-T T.81, B.1.1: segments up to a scan, then entropy-coded data up to the next marker other than a restart
    /// marker; stuffed bytes are skipped.
    private func hasEnd<Window: ByteWindow>(_ window: inout Window) throws(Window.Failure) -> Bool {
        var offset = 2
        var isInScan = false
        while true {
            guard let next = try isInScan ? window.firstOffset(of: JPEGMarker.prefix, from: offset) : offset else {
                return false
            }
            guard let first = try window.byte(next) else { return false }
            guard first == JPEGMarker.prefix else {
                // Decoders skip stray bytes between segments.
                offset = next + 1
                continue
            }
            guard let code = try window.byte(next + 1) else { return false }
            switch code {
            case JPEGMarker.eoi: return true
            case JPEGMarker.prefix: offset = next + 1
            case 0x00, JPEGMarker.tem, JPEGMarker.rst0...JPEGMarker.soi: offset = next + 2
            default:
                guard let high = try window.byte(next + 2), let low = try window.byte(next + 3) else { return false }
                offset = next + 2 + max(Int([high, low].bigEndianInteger), 2)
                isInScan = code == JPEGMarker.sos
            }
        }
    }
}
