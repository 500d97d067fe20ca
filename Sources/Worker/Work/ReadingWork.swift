internal import UprightContainers
internal import UprightGeodata
package import UprightRewriting

/// Reads sidecars, tracks and pictures' facts through descriptors. The same in a worker and in-process.
package enum ReadingWork {
    /// What the metadata of the picture open at `source` say.
    package static func facts(source: Int32, limits: Limits) throws(DescriptorWorkError) -> PictureFacts {
        guard let bytes = try DescriptorWork.contents(of: source, limit: limits.fileSize) else { return PictureFacts() }
        var facts = PictureFacts(reading: bytes)
        facts.isAnimated = isAnimated(bytes)
        return facts
    }

    /// Whether a file is a GIF of more than one frame. One that cannot be read is taken for a still picture.
    private static func isAnimated(_ bytes: [UInt8]) -> Bool {
        guard ImageType.identify(bytes) == .gif else { return false }
        do { return try GIFFile(parsing: bytes).images.count > 1 } catch { return false }
    }

    /// What the sidecar open at `source` says.
    package static func sidecar(
        source: Int32, as format: SidecarFormat
    ) throws(DescriptorWorkError) -> SidecarReading {
        var reading = SidecarReading()
        guard let bytes = try DescriptorWork.contents(of: source, limit: SidecarFormat.largestSize) else {
            reading.reason = "it has more than \(SidecarFormat.largestSize >> 20) MiB, too many for a sidecar"
            return reading
        }
        var position: Position?
        switch format {
        case .xmp:
            do throws(XMPSidecar.FormatError) { position = try XMPSidecar(parsing: bytes).position } catch {
                reading.reason = error.description
            }
        case .takeout:
            do throws(TakeoutSidecar.FormatError) {
                let sidecar = try TakeoutSidecar(parsing: bytes)
                position = sidecar.position
                reading.time = sidecar.time
            } catch { reading.reason = error.description }
        }
        reading.latitude = position?.latitude
        reading.longitude = position?.longitude
        reading.altitude = position?.altitude
        return reading
    }

    /// Writes the fixes of the track open at `source` into the file open at `output`.
    package static func track(
        source: Int32, output: Int32, limits: Limits
    ) throws(DescriptorWorkError) -> TrackReading {
        guard let bytes = try DescriptorWork.contents(of: source, limit: TrackReading.largestSize) else {
            return TrackReading(reason: "it has more than \(TrackReading.largestSize >> 20) MiB, too many for a track")
        }
        let track: Track
        do throws(TrackError) { track = try Track(parsing: bytes) } catch {
            return TrackReading(reason: error.description)
        }
        let fixes = TrackPoints.serialized(track.points)
        let most = limits.output.bytes(forSource: bytes.count)
        guard fixes.count <= most else {
            return TrackReading(
                reason: "its \(track.points.count) fixes would have \(fixes.count) bytes; the limit is \(most) "
                    + "(limits.output-ratio and limits.output-allowance raise it)")
        }
        try DescriptorWork.write(fixes, to: output)
        return TrackReading(points: track.points.count)
    }
}
