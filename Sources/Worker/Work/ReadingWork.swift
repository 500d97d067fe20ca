package import UprightFormats
package import UprightRewriting
internal import UprightBase

/// Reads sidecars, tracks and pictures' facts through descriptors. The same in a worker and in-process.
package enum ReadingWork {
    /// Returns where and when the picture open at `source` was taken, and whether it is animated; of a video, what it has in
    /// common with its picture.
    package static func facts(source: Int32, limits: Limits) throws(DescriptorWorkError) -> PictureFacts {
        var facts = PictureFacts()
        if let read = try SourceFile(source).properties() {
            switch read {
            case .success(let properties):
                facts = PictureFacts(properties)
                facts.type = properties.type.rawValue
            case .failure(let error): facts.reason = "\(error)"
            }
            return facts
        }
        switch try DescriptorWork.described(at: source, limits) {
        case .refused(let reason): facts.reason = reason
        case .bytes(let bytes):
            facts = PictureFacts(reading: bytes)
            facts.type = PictureFormats.identify(bytes).rawValue
            var options = NormalizationOptions()
            options.limits = limits
            facts.geometry = PictureGeometry(of: bytes, options)
            facts.isAnimated = (facts.geometry?.frames ?? 1) > 1
        }
        return facts
    }

    /// Returns the edits that write the metadata of the picture open at `source` into another one.
    package static func copy(source: Int32, limits: Limits) throws(DescriptorWorkError) -> MetadataReading {
        switch try DescriptorWork.picture(at: source, limits) {
        case .refused(let reason): return MetadataReading(reason: reason)
        case .bytes(let bytes):
            do {
                return MetadataReading(
                    edits: MetadataCopy.edits(from: try ImageProperties(reading: bytes), when: .always))
            } catch { return MetadataReading(reason: "\(error)") }
        }
    }

    /// Returns the content of the sidecar open at `source`.
    package static func sidecar(
        source: Int32, as format: SidecarFormat, limits: Limits
    ) throws(DescriptorWorkError) -> SidecarReading {
        var reading = SidecarReading()
        let limit = min(SidecarFormat.largestSize, limits.fileSize)
        guard let bytes = try DescriptorWork.contents(of: source, limit: limit) else {
            reading.reason = "expected a sidecar of at most \(limit) bytes, found a larger file"
            return reading
        }
        var position: Position?
        switch format {
        case .xmp:
            do throws(GeodataError) {
                position = try XMPSidecar(parsing: bytes).position
                if let xmp = try? XMPMetadata(parsing: bytes) {
                    reading.date = CaptureDate.first(in: MetadataDate.all(in: xmp))
                    reading.date?.source = .sidecar
                }
                reading.orientation = OrientationReading.xmp(bytes)?.orientation?.rawValue
            } catch {
                reading.reason = error.description
            }
        case .takeout:
            do throws(GeodataError) {
                let sidecar = try TakeoutSidecar(parsing: bytes)
                position = sidecar.position
                reading.date = sidecar.time.flatMap { CaptureDate(utc: $0, source: .takeout) }
            } catch { reading.reason = error.description }
        }
        reading.latitude = position?.latitude
        reading.longitude = position?.longitude
        reading.altitude = position?.altitude
        return reading
    }

    /// Writes the areas of the GeoJSON file open at `source` into the file open at `output`, as a `BoundarySet`.
    package static func boundaries(
        source: Int32, output: Int32, keys: GeoJSONKeys
    ) throws(DescriptorWorkError) -> BoundaryReading {
        guard let bytes = try DescriptorWork.contents(of: source, limit: GeoJSONBoundaries.largestSize) else {
            return BoundaryReading(
                reason: "expected GeoJSON of at most \(GeoJSONBoundaries.largestSize >> 20) MiB, found a larger file")
        }
        let found: GeoJSONBoundaries
        do throws(GeodataError) { found = try GeoJSONBoundaries(parsing: bytes, keys: keys) } catch {
            return BoundaryReading(reason: error.description)
        }
        let written = BoundarySet(level: .district, boundaries: found.boundaries).serialized
        guard written.count <= BoundarySet.largestSize else {
            return BoundaryReading(
                reason: "its \(found.boundaries.count) areas would take \(written.count) bytes; expected at most "
                    + "\(BoundarySet.largestSize): simplify the polygons, or import parts of the file")
        }
        try DescriptorWork.write(written, to: output)
        return BoundaryReading(boundaries: found.boundaries.count, skipped: found.skipped)
    }

    /// Writes the fixes of the track open at `source` into the file open at `output`.
    package static func track(
        source: Int32, output: Int32, limits: Limits
    ) throws(DescriptorWorkError) -> TrackReading {
        guard let bytes = try DescriptorWork.contents(of: source, limit: TrackReading.largestSize) else {
            return TrackReading(
                reason: "expected a track of at most \(TrackReading.largestSize >> 20) MiB, found a larger file")
        }
        let track: Track
        do throws(GeodataError) { track = try Track(parsing: bytes) } catch {
            return TrackReading(reason: error.description)
        }
        let fixes = TrackPoints.serialized(track.points)
        let most = limits.output.bytes(forSource: bytes.count)
        guard fixes.count <= most else {
            return TrackReading(
                reason: "its \(track.points.count) fixes would take \(fixes.count) bytes; the limit is \(most); "
                    + "to allow more, raise limits.output-ratio or limits.output-allowance")
        }
        try DescriptorWork.write(fixes, to: output)
        return TrackReading(points: track.points.count)
    }
}
