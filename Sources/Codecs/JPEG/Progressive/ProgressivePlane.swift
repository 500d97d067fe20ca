internal import CUprightCodecs
internal import UprightBase

/// The coefficients of a component as words of bits, level by level; see `jpeg_progressive.h`.
///
/// A scan sends one level of a band, so it reads or writes a few words of each block. Words take a quarter of the
/// memory of coefficients.
final class ProgressivePlane {
    let raw: UnsafeMutablePointer<jpeg_progressive_plane>
    let bands: [ProgressiveScript.Band]

    /// The size in blocks.
    var width: Int { raw.pointee.width }
    var height: Int { raw.pointee.height }

    /// Creates a plane of zeros.
    ///
    /// - Parameter bands: the first scans of its AC coefficients.
    init(width: Int, height: Int, bands: [ProgressiveScript.Band]) throws(CodecError) {
        let levels = bands.map(\.low).max() ?? 0
        let plane = jpeg_progressive_create(
            width, height, Int32(levels), Int32(bands.count), bands.map(\.places), bands.map { Int32($0.low) })
        guard let plane else { throw CodecError(outOfMemoryFor: "the bits of \(width * height) blocks") }
        raw = plane
        self.bands = bands
    }

    /// Creates a plane with the given coefficients.
    convenience init(_ plane: JPEGPlane, bands: [ProgressiveScript.Band]) throws(CodecError) {
        try self.init(width: plane.width, height: plane.height, bands: bands)
        defer { withExtendedLifetime(plane) {} }
        guard jpeg_progressive_fill(raw, plane.blocks.base, plane.stride, Self.natural) != 0 else {
            throw CodecError(outOfMemoryFor: "the coefficients of \(width * height) blocks")
        }
    }

    deinit { jpeg_progressive_free(raw) }

    /// The number of bits of 1 in the coefficients; see ``JPEGPlane/setBits``.
    var setBits: Int { jpeg_progressive_set_bits(raw) }

    /// Writes the coefficients to a plane of zeros.
    func expand(into plane: JPEGPlane, _ parallelism: Parallelism) {
        let count = parallelism.shares(ofBytes: width * height * 128)
        // Each part writes its own rows.
        nonisolated(unsafe) let (source, target) = (self, plane)
        parallelism.perform(count) { part in
            for row in (0..<source.height).share(part, of: count) {
                jpeg_progressive_expand(source.raw, row, target.block(0, row), Self.natural)
            }
        }
    }

    /// Turns the plane by moving its blocks, and the bits within their words. Every coefficient is kept.
    ///
    /// The bands must be kept by the turn: ``ProgressiveScript/isKept(by:of:)``.
    func turned(
        _ geometry: JPEGPlaneGeometry, _ parallelism: Parallelism
    ) throws(CodecError) -> ProgressivePlane {
        let result = try ProgressivePlane(
            width: geometry.transposes ? height : width, height: geometry.transposes ? width : height, bands: bands)
        let moves = CoefficientMap(geometry).moves
        var isComplete = jpeg_progressive_reserve(result.raw, raw) != 0
        if isComplete {
            let count = max(min(parallelism.shares(ofBytes: width * height * 32), result.height), 1)
            // Each part writes its own rows.
            nonisolated(unsafe) let (source, target) = (self, result)
            isComplete =
                parallelism.map(count) { part in
                    let rows = (0..<target.height).share(part, of: count)
                    return moves.withUnsafeBufferPointer { moves in
                        var turn = jpeg_progressive_turn(
                            transposes: geometry.transposes ? 1 : 0,
                            mirrors_columns: geometry.horizontal.isMirrored ? 1 : 0,
                            mirrors_rows: geometry.vertical.isMirrored ? 1 : 0, moves: moves.baseAddress)
                        return jpeg_progressive_fill_turned(
                            target.raw, source.raw, &turn, rows.lowerBound, rows.upperBound) != 0
                    }
                }.allSatisfy(\.self)
        }
        guard isComplete else { throw CodecError(outOfMemoryFor: "the turn of \(width * height) blocks") }
        return result
    }

    private static let natural = CoefficientMap.natural.map { UInt8($0) }
}
