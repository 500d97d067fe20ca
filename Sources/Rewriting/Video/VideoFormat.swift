package import UprightBase
package import UprightCodecs
package import UprightFormats

/// Videos in boxes (ISO/IEC 14496-12, QuickTime File Format): MOV, MP4, M4V, 3GP. Their index is read, and no sample.
package struct VideoFormat: ReadableFormat {
    package let description: FormatDescription

    private init(_ type: String, _ name: String, _ extensions: [String], _ mimeTypes: [String]) {
        // The brands in `ftyp` say which one it is (`ImageType.identify`).
        description = FormatDescription(
            type: ImageType(rawValue: type), name: name, filenameExtensions: extensions, mimeTypes: mimeTypes,
            signatures: [], animates: true, holdsExif: false)
    }

    /// The formats, by the types that systems with UTIs have for them.
    static let all = [
        VideoFormat("com.apple.quicktime-movie", "QuickTime video", ["mov", "qt"], ["video/quicktime"]),
        VideoFormat("public.mpeg-4", "MPEG-4 video", ["mp4", "mpg4"], ["video/mp4"]),
        VideoFormat("com.apple.m4v-video", "MPEG-4 video", ["m4v", "mp4"], ["video/x-m4v", "video/mp4"]),
        VideoFormat("public.3gpp", "3GPP video", ["3gp", "3gpp"], ["video/3gpp"]),
        VideoFormat("public.3gpp2", "3GPP2 video", ["3g2", "3gp2"], ["video/3gpp2"]),
    ]

    package func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties {
        let video: VideoFile
        do throws(FormatError) { video = try VideoFile(reading: file) } catch {
            throw .structure(error.description)
        }
        var properties = ContainerProperties(
            metadata: EmbeddedMetadata(exif: nil, xmp: video.xmp, icc: nil), warnings: video.warnings)
        let movie = video.movie
        if let track = movie.picture, track.size.width > 0, track.size.height > 0 {
            properties.picture = .init(size: track.size, depth: 8, colorModel: "RGB")
        } else {
            properties.pictureError = .structure("no track of the video gives the size of a picture")
        }
        var recording = Recording()
        recording.date = movie.date
        (recording.coordinate, recording.altitude) = (movie.position?.coordinate, movie.position?.altitude)
        recording.orientation = movie.picture?.orientation
        recording.contentIdentifier = movie.contentIdentifier
        properties.recording = recording
        properties.dictionaries = Self.dictionaries(video, recording)
        return properties
    }

    package func preview(of file: FileBytes) -> [UInt8]? {
        do throws(FormatError) { return try VideoFile(reading: file).movie.thumbnail } catch { return nil }
    }

    package func frame(of file: FileBytes, edge: Int, maximumPixels: Int) throws(CodecError) -> SmallPicture? {
        let video: VideoFile
        do throws(FormatError) { video = try VideoFile(reading: file) } catch { return nil }
        return try video.movie.picture?.keyFrame.picture(in: file, edge: edge, maximumPixels: maximumPixels)
    }

    /// The values as they are stored in `{QuickTime}`, and those that pictures have too under their names.
    private static func dictionaries(_ video: VideoFile, _ recording: Recording) -> [String: PropertyValue] {
        let movie = video.movie
        var values: [String: PropertyValue] = ["TrackCount": .integer(movie.tracks.count)]
        values["MajorBrand"] = video.brands.first.map { .string($0) }
        if video.brands.count > 1 { values["CompatibleBrands"] = .array(video.brands.dropFirst().map { .string($0) }) }
        values["Duration"] = movie.duration.map { .real($0) }
        values["CreationTime"] = movie.created.map { .string($0.exifText + "Z") }
        values["Codecs"] = .array(movie.tracks.filter { !$0.codec.isEmpty }.map { .string($0.codec) })
        values["FrameRate"] = movie.picture?.frameRate.map { .real($0) }
        values["ContentIdentifier"] = movie.contentIdentifier.map { .string($0) }
        if let orientation = recording.orientation {
            values["Rotation"] = .integer(movie.picture?.degrees ?? 0)
            values["IsMirrored"] = .boolean(orientation.isMirrored)
        }
        if !movie.texts.isEmpty { values["Metadata"] = .dictionary(movie.texts.mapValues { .string($0) }) }
        var dictionaries: [String: PropertyValue] = ["{QuickTime}": .dictionary(values)]
        var tiff: [String: PropertyValue] = [:]
        tiff["Make"] = movie.make.map { .string($0) }
        tiff["Model"] = movie.model.map { .string($0) }
        tiff["Software"] = movie.software.map { .string($0) }
        if !tiff.isEmpty { dictionaries["{TIFF}"] = .dictionary(tiff) }
        var exif: [String: PropertyValue] = [:]
        exif["DateTimeOriginal"] = recording.date.map { .string($0.exifText) }
        exif["OffsetTimeOriginal"] = recording.date?.dateTime.offsetText.map { .string($0) }
        exif["LensModel"] = movie.lens.map { .string($0) }
        if !exif.isEmpty { dictionaries["{Exif}"] = .dictionary(exif) }
        if let coordinate = recording.coordinate {
            var gps: [String: PropertyValue] = [
                "Latitude": .real(coordinate.latitude.magnitude),
                "LatitudeRef": .string(coordinate.latitude < 0 ? "S" : "N"),
                "Longitude": .real(coordinate.longitude.magnitude),
                "LongitudeRef": .string(coordinate.longitude < 0 ? "W" : "E"),
            ]
            if let altitude = recording.altitude {
                gps["Altitude"] = .real(altitude.magnitude)
                gps["AltitudeRef"] = .integer(altitude < 0 ? 1 : 0)
            }
            dictionaries["{GPS}"] = .dictionary(gps)
        }
        return dictionaries
    }
}

extension Orientation {
    /// Whether an odd number of mirrors makes the picture upright.
    fileprivate var isMirrored: Bool { [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(self) }
}
