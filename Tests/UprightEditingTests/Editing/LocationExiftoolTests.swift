import Foundation
import TestSupport
import Testing
import UprightRewriting

/// The profile `location` leaves nothing that exiftool has in its group `Location`, but how a camera or a drone was held and moved.
@Suite(.enabled(if: Command.exists("exiftool"), "exiftool is not installed")) struct LocationExiftoolTests {
    /// What says nothing of a place: poses, angles and speeds of devices, and the state of a receiver.
    private static let attitudes = [
        "CameraPose", "PlanePose", "Pose", "Flight", "Gimbal", "CamReverse", "RtkFlag", "CameraDirection",
        "CameraMotion",
    ]

    @Test func nothingIsLeft() throws {
        let folder = try TemporaryFolder()
        let url = folder["a.jpg"]
        let photo = try #require(Fixture.all(in: "samples").first { $0.url.lastPathComponent == "photo.jpg" })
        try Data(contentsOf: photo.url).write(to: url)
        let list = try Command.run("exiftool", ["-listw", "-Location:all"]).output
        let tags = list.split(separator: "\n").dropFirst().flatMap { $0.split(separator: " ") }
        // What does not fit a tag leaves the value before it.
        let commands = tags.flatMap { tag in
            ["48.1372", "Zq7Place"].map {
                "-q\n-q\n-m\n-overwrite_original\n-Location:\(tag)=\($0)\n\(url.path())\n-execute\n"
            }
        }
        let script = folder["script"]
        try Data(commands.joined().utf8).write(to: script)
        _ = try Command.run("exiftool", ["-@", script.path()])
        func found() throws -> [String] {
            try Command.run("exiftool", ["-s", "-a", "-G1", "-Location:all", url.path()]).output
                .split(separator: "\n").map(String.init)
        }
        #expect(try found().count > 100)
        let stripped = try MetadataEditor([.strip(try MetadataStrip(.location))]).edited(
            [UInt8](Data(contentsOf: url)))
        try Data(stripped.bytes).write(to: url)
        let left = try found().filter { line in
            let name = line.split(separator: "]").last?.drop { $0 == " " } ?? ""
            return !Self.attitudes.contains { name.hasPrefix($0) }
        }
        #expect(left.isEmpty, "\(left)")
    }
}
