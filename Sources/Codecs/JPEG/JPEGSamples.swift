internal import CUprightCodecs
internal import Glibc

/// The samples of a picture's components as decoders show them, before any upsampling.
///
/// They differ from what the coefficients say where scans of a progressive picture are missing: decoders smooth the blocks
/// then.
package final class JPEGSamples {
    /// The samples of one component, 8 bits each.
    struct Component {
        let base: UnsafePointer<UInt8>
        /// Samples from one row to the next.
        let stride: Int
    }

    private let raw: [jpeg_component_samples]
    /// The row of MCUs in which the data of the last scan ended too early; nil where it did not.
    let exhaustedRow: Int?

    /// Decodes a file through libjpeg.
    package init(decoding bytes: [UInt8]) throws(JPEGCodecError) {
        var components = Array(repeating: jpeg_component_samples(), count: Int(JPEG_MAX_PLANES))
        var report = jpeg_report()
        let code = bytes.withUnsafeBufferPointer {
            jpeg_read_component_samples($0.baseAddress, $0.count, &components, &report)
        }
        raw = components
        exhaustedRow =
            report.exhausted_scan > 0 && report.exhausted_scan == report.last_scan ? Int(report.exhausted_row) : nil
        guard code == JPEG_OK else { throw JPEGCodecError(code, report) }
    }

    deinit { for component in raw { free(component.samples) } }

    /// The samples of a component, row by row.
    ///
    /// - Parameters:
    ///   - width: how many of them a row is to have, at most as many as its blocks have.
    ///   - height: how many rows, at most as many as the blocks have.
    package func pixels(of index: Int, width: Int, height: Int) -> [UInt8] {
        guard let component = component(index) else { return [] }
        defer { withExtendedLifetime(self) {} }
        return (0..<height).flatMap { y in
            Array(UnsafeBufferPointer(start: component.base + y * component.stride, count: width))
        }
    }

    /// The samples of a component; nil where there are none. They are valid as long as this object lives.
    func component(_ index: Int) -> Component? {
        raw[index].samples.map { Component(base: UnsafePointer($0), stride: raw[index].stride) }
    }
}
