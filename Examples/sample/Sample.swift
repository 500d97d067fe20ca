// Reads a picture's metadata, sets a copyright notice and a position, and turns the picture upright:
//
//     swift run sample photo.jpg upright.jpg
import Foundation
import Upright

@main struct Sample {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
            print("sample takes a picture and the name of a new file")
            exit(64)
        }
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: input)))

        // Read.
        let properties = try ImageProperties(reading: bytes)
        print("\(properties.type), \(properties.tiff.model ?? "unknown camera")")
        if let taken = properties.exif.dateTimeOriginal { print("taken \(taken)") }
        if let exposure = properties.exif.exposureTime { print("exposed for \(exposure) s") }
        if let coordinate = properties.gps?.coordinate { print("at \(coordinate)") }
        for (key, value) in properties.dictionary["{TIFF}"]?.dictionary ?? [:] { print("\(key): \(value)") }

        // Edit.
        var values = PictureValues()
        values.copyright = "© 2024 Ada Lovelace"
        values.coordinate = GPSCoordinate(latitude: 37.33182, longitude: -122.03118)

        // Turn, with the edits as the last step.
        var options = NormalizationOptions()
        options.edits = try values.edits()
        let result = Normalizer(options: options).normalize(bytes)
        for change in result.report.changes { print("\(change.what): \(change.from) → \(change.to)") }
        switch result.output {
        case .none:
            print("\(result.report.outcome): \(result.report.reason)")
            exit(1)
        case .source: print("upright already, and edited before")
        case .bytes(let upright):
            // Never over an existing file.
            try Data(upright).write(to: URL(filePath: output), options: .withoutOverwriting)
            print("wrote \(upright.count) bytes to \(output)")
        }
    }
}
