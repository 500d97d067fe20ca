internal import CUprightCodecs
internal import Glibc

/// The samples of a picture's components as decoders show them, before upsampling.
///
/// They differ from those that the coefficients give if scans of a progressive picture are missing, because decoders
/// then smooth across blocks.
package final class JPEGSamples {
    /// The samples of one component, 8 bits each.
    struct Component {
        let base: UnsafePointer<UInt8>
        /// The number of samples from one row to the next.
        let stride: Int
    }

    private let raw: [jpeg_component_samples]
    /// The MCU row in which the data of the last scan ended early; nil if it did not.
    let exhaustedRow: Int?

    /// Decodes a file with libjpeg.
    package init(decoding bytes: [UInt8]) throws(CodecError) {
        var components = Array(repeating: jpeg_component_samples(), count: Int(JPEG_MAX_PLANES))
        var report = jpeg_report()
        let code = bytes.withUnsafeBufferPointer {
            jpeg_read_component_samples($0.baseAddress, $0.count, &components, &report)
        }
        raw = components
        exhaustedRow =
            report.exhausted_scan > 0 && report.exhausted_scan == report.last_scan ? Int(report.exhausted_row) : nil
        guard code == JPEG_OK else { throw CodecError(code, report) }
    }

    deinit { for component in raw { free(component.samples) } }

    /// Returns the samples of a component, row by row.
    ///
    /// - Parameters:
    ///   - width: the number of samples per row, at most that of the component's blocks.
    ///   - height: the number of rows, at most that of the component's blocks.
    package func pixels(of index: Int, width: Int, height: Int) -> [UInt8] {
        guard let component = component(index) else { return [] }
        defer { withExtendedLifetime(self) {} }
        return (0..<height).flatMap { y in
            Array(UnsafeBufferPointer(start: component.base + y * component.stride, count: width))
        }
    }

    /// Returns the samples of a component, valid while this object lives; nil if there are none.
    func component(_ index: Int) -> Component? {
        raw[index].samples.map { Component(base: UnsafePointer($0), stride: raw[index].stride) }
    }
}
