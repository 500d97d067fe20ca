package import UprightRewriting
package import UprightFormats

/// Reads in this process, without a sandbox.
package struct InProcessContentReader: ContentReader {
    package init() {}

    /// Returns where and when a picture was taken, according to its metadata.
    package func facts(source: Int32, limits: Limits) async throws(WorkerError) -> PictureFacts {
        do throws(DescriptorWorkError) { return try ReadingWork.facts(source: source, limits: limits) } catch {
            throw .work(error)
        }
    }

    /// Returns what can be written into other pictures of a picture's metadata.
    package func metadata(source: Int32, limits: Limits) async throws(WorkerError) -> MetadataReading {
        do throws(DescriptorWorkError) { return try ReadingWork.copy(source: source, limits: limits) } catch {
            throw .work(error)
        }
    }

    package func sidecar(
        source: Int32, as format: SidecarFormat, limits: Limits
    ) async throws(WorkerError) -> SidecarReading {
        do throws(DescriptorWorkError) {
            return try ReadingWork.sidecar(source: source, as: format, limits: limits)
        } catch {
            throw .work(error)
        }
    }

    /// Writes the fixes of a track.
    package func track(source: Int32, output: Int32, limits: Limits) async throws(WorkerError) -> TrackReading {
        do throws(DescriptorWorkError) {
            return try ReadingWork.track(source: source, output: output, limits: limits)
        } catch {
            throw .work(error)
        }
    }

    /// Writes the areas of a GeoJSON file.
    package func boundaries(
        source: Int32, output: Int32, keys: GeoJSONKeys
    ) async throws(WorkerError) -> BoundaryReading {
        do throws(DescriptorWorkError) {
            return try ReadingWork.boundaries(source: source, output: output, keys: keys)
        } catch {
            throw .work(error)
        }
    }

    /// Turns an XMP sidecar with its picture.
    package func turnedSidecar(
        source: Int32, output: Int32, turn: SidecarTurn
    ) async throws(WorkerError) -> TurnedSidecar {
        do throws(DescriptorWorkError) {
            return try SidecarWork(turn: turn).perform(source: source, output: output)
        } catch {
            throw .work(error)
        }
    }

    /// Writes an XMP sidecar with the edits of its picture.
    package func editSidecar(
        source: Int32, output: Int32, edits: [MetadataEdit], limits: Limits
    ) async throws(WorkerError) -> EditedPicture {
        do throws(DescriptorWorkError) {
            return try EditWork(edits: edits, limits: limits).performOnSidecar(source: source, output: output)
        } catch {
            throw .work(error)
        }
    }
}
