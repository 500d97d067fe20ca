package import UprightBase

/// A lossless JPEG (process 14) as planes of samples of 2 to 16 bits.
package struct LosslessPicture: Hashable {
    /// The size in pixels.
    package var size: Size
    /// Bits per sample.
    package var precision: Int
    /// The components, in the order of the frame header.
    package var planes: [LosslessPlane]
    /// The scans, in order; each plane is in exactly one.
    package var scans: [LosslessScan]

    package init(size: Size, precision: Int, planes: [LosslessPlane], scans: [LosslessScan]) {
        self.size = size
        self.precision = precision
        self.planes = planes
        self.scans = scans
    }

    /// Returns the index of the first plane that cannot be turned exactly: along a mirrored axis, its true size is not
    /// a whole number of samples.
    package func firstInexactPlane(_ orientation: Orientation) -> Int? {
        let (across, down) = (planes.map(\.horizontal).max() ?? 1, planes.map(\.vertical).max() ?? 1)
        // These names refer to the stored picture.
        let mirrorsColumns = orientation.transposes ? orientation.mirrorsVertically : orientation.mirrorsHorizontally
        let mirrorsRows = orientation.transposes ? orientation.mirrorsHorizontally : orientation.mirrorsVertically
        return planes.firstIndex {
            mirrorsColumns && size.width * $0.horizontal % across != 0
                || mirrorsRows && size.height * $0.vertical % down != 0
        }
    }

    /// Returns the upright picture: every sample moves, and none changes.
    ///
    /// - Precondition: ``firstInexactPlane(_:)`` returns nil.
    package func turned(by orientation: Orientation) -> LosslessPicture {
        var picture = self
        picture.size = size.turned(by: orientation)
        if orientation.transposes {
            picture.planes = planes.map { plane in
                var plane = plane
                swap(&plane.horizontal, &plane.vertical)
                swap(&plane.width, &plane.height)
                return plane
            }
            for index in scans.indices {
                picture.scans[index].predictor = LosslessPredictor.transposed(scans[index].predictor)
            }
        }
        for index in planes.indices {
            let source = planes[index]
            picture.pad(index)
            let stride = picture.planes[index].stride
            let transform = orientation.transform(in: Size(width: source.width, height: source.height))
            let origin = transform.applied(to: Point(x: 0, y: 0))
            let right = transform.applied(to: Point(x: 1, y: 0))
            let down = transform.applied(to: Point(x: 0, y: 1))
            let alongRow = (right.y - origin.y) * stride + right.x - origin.x
            let alongColumn = (down.y - origin.y) * stride + down.x - origin.x
            let first = origin.y * stride + origin.x
            source.samples.withUnsafeBufferPointer { samples in
                picture.planes[index].samples.withUnsafeMutableBufferPointer { turned in
                    for y in 0..<source.height {
                        var target = first + y * alongColumn
                        for x in 0..<source.width {
                            turned[target] = samples[y * source.stride + x]
                            target += alongRow
                        }
                    }
                }
            }
            picture.planes[index].fillPadding()
        }
        return picture
    }

    /// Returns whether another picture has the same samples, however its scans are coded.
    package func hasSamples(of other: LosslessPicture) -> Bool {
        func rows(_ plane: LosslessPlane) -> [ArraySlice<UInt16>] {
            (0..<plane.height).map { plane.samples[($0 * plane.stride)..<($0 * plane.stride + plane.width)] }
        }
        return size == other.size && precision == other.precision && planes.count == other.planes.count
            && zip(planes, other.planes).allSatisfy {
                $0.width == $1.width && $0.height == $1.height && rows($0) == rows($1)
            }
    }

    /// Allocates a plane's samples, in whole MCUs of its scan.
    mutating func pad(_ index: Int) {
        let isInterleaved = scans.contains { $0.planes.count > 1 && $0.planes.contains(index) }
        let mcus = mcus(isInterleaved: isInterleaved, plane: index)
        let plane = planes[index]
        let rows = isInterleaved ? mcus.rows * plane.vertical : mcus.rows
        planes[index].stride = isInterleaved ? mcus.columns * plane.horizontal : mcus.columns
        planes[index].samples = Array(repeating: 0, count: planes[index].stride * rows)
    }

    /// Returns the number of MCUs across and down. An MCU is a unit of samples in a scan of several planes, and a
    /// single sample otherwise.
    func mcus(isInterleaved: Bool, plane: Int) -> (columns: Int, rows: Int) {
        guard isInterleaved else { return (planes[plane].width, planes[plane].height) }
        let (across, down) = (planes.map(\.horizontal).max() ?? 1, planes.map(\.vertical).max() ?? 1)
        return ((size.width + across - 1) / across, (size.height + down - 1) / down)
    }
}

extension LosslessPlane {
    /// Fills the padding of the last MCUs by repeating the last column and the last row.
    mutating func fillPadding() {
        guard width > 0, height > 0 else { return }
        for y in 0..<height where width < stride {
            for x in width..<stride { samples[y * stride + x] = samples[y * stride + width - 1] }
        }
        for y in height..<samples.count / stride {
            for x in 0..<stride { samples[y * stride + x] = samples[(height - 1) * stride + x] }
        }
    }
}
