package import UprightBase

extension JPEGCoefficients {
    /// Returns how each plane is turned, in the order of the planes.
    package func geometries(_ orientation: Orientation) -> [JPEGPlaneGeometry] {
        let horizontal = planes.map(\.horizontal).max() ?? 1
        let vertical = planes.map(\.vertical).max() ?? 1
        return planes.map {
            JPEGPlaneGeometry(
                PictureTurn(orientation, of: size), horizontal: ($0.horizontal, horizontal),
                vertical: ($0.vertical, vertical))
        }
    }

    /// Turns the picture upright, plane by plane: exactly if possible, otherwise by requantizing.
    ///
    /// Each plane's memory is freed as soon as its turned plane is complete.
    ///
    /// - Parameters:
    ///   - samples: the samples that decoders show of the picture, if they differ from those that the coefficients
    ///     give. Requantized planes are made from them.
    ///   - loops: the loops that requantize; all give the same result.
    package mutating func turn(
        _ orientation: Orientation, showing samples: JPEGSamples? = nil, parallelism: Parallelism = .none,
        loops: RequantizingLoops = .fastest
    ) throws(CodecError) {
        for (index, geometry) in geometries(orientation).enumerated() {
            planes[index] = try planes[index].turned(
                geometry, showing: samples?.component(index), parallelism: parallelism, loops: loops)
        }
        withExtendedLifetime(samples) {}
        size = size.turned(by: orientation)
    }
}

extension JPEGPlane {
    /// Turns the plane. The inverse is the turn by the inverse orientation, if both are exact.
    ///
    /// - Parameter samples: the samples that decoders show of the plane, if they differ from those that the
    ///   coefficients give.
    func turned(
        _ geometry: JPEGPlaneGeometry, showing samples: JPEGSamples.Component?, parallelism: Parallelism = .none,
        loops: RequantizingLoops = .fastest
    ) throws(CodecError) -> JPEGPlane {
        guard !geometry.isExact else { return try turnedExactly(geometry, parallelism) }
        let result = try successor(transposing: geometry.transposes)
        try PlaneRequantizer(source: self, result: result, geometry: geometry, samples: samples)
            .run(parallelism, loops: loops)
        return result
    }

    /// Turns the plane, using the samples that its coefficients give.
    package func turned(
        _ geometry: JPEGPlaneGeometry, parallelism: Parallelism = .none
    ) throws(CodecError) -> JPEGPlane {
        try turned(geometry, showing: nil, parallelism: parallelism)
    }
}
