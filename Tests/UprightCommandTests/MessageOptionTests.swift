import Foundation
import TestSupport
import Testing

/// Messages name only options that exist: `geotag --output` once advised `--force`, which it did not have.
@Suite struct MessageOptionTests {
    /// The commands that print the messages of a file outside the command's own, where the option is not named together with
    /// its command.
    private static let printers: [String: [String]] = [
        "Sources/Programs/upright/Commands/JournalCommand.swift": ["journal prune"],
        "Sources/Programs/upright/Commands/Serve.swift": ["serve"],
        "Sources/Service/PictureService/PictureServer.swift": ["serve"],
        "Sources/Service/PictureService/PictureRouter.swift": ["serve"],
        "Sources/Service/PictureService/AllowedOrigins.swift": ["serve"],
        "Sources/Engine/Dispatch/DropFolder+Due.swift": ["reprocess"],
        "Sources/Programs/upright/Metadata/TagStepOptions.swift": ["tag"],
        "Sources/Programs/upright/Places/GalleryExportCommand.swift": ["gallery export"],
        "Sources/Service/Gallery/Export/GalleryExport+Parcel.swift": ["albums list"],
        "Sources/Programs/upright/Places/AlbumsExport.swift": ["albums export"],
        "Sources/Programs/upright/Options/LinkOption.swift": ["albums export", "gallery export"],
        "Sources/Programs/upright/Places/AlbumsImport.swift": ["albums import"],
        "Sources/Service/Gallery/Serving/GalleryServer.swift": ["gallery serve"],
        "Sources/Service/Tagging/OperationError+Tagging.swift": ["tag", "turn", "geotag"],
        "Sources/Programs/upright/Options/AlbumLibraryOptions.swift": ["albums list", "gallery serve"],
        "Sources/Programs/upright/Reprocess/SummaryText.swift": ["reprocess"],
        "Sources/Steps/Geocoding/PlaceNaming.swift": ["places import"],
        "Sources/Programs/upright/Metadata/EditDelivery.swift": ["tag"],
        "Sources/Service/Setup/SetupSafety.swift": ["setup"],
        "Sources/Engine/Picture/Committed/Plan+Names.swift": ["reprocess"],
        "Sources/Service/Daemon/GalleryProcess.swift": ["gallery serve"],
        "Sources/Service/Daemon/FolderState.swift": ["queue list"],
        "Sources/Engine/Run/DropFolderRun+Listed.swift": ["reprocess"],
        "Sources/Programs/upright/Queue/QueueChanging.swift": [
            "queue retry", "queue hold", "queue release", "queue dismiss",
        ],
        "Sources/Programs/upright/Places/ResultRows.swift": ["albums import"],
        "Sources/Programs/upright/Options/SelectionOptions.swift": ["reprocess", "journal export"],
        "Sources/Programs/upright/Options/ConfigurationOption.swift": [
            "watch", "status", "albums list", "gallery serve",
        ],
        "Sources/Programs/upright/Reprocess/OutputGuard.swift": ["reprocess"],
        "Sources/Rewriting/Labels/Placement/LabelRefusal.swift": ["reprocess"],
        "Sources/Programs/upright/Reprocess/ReprocessRun.swift": ["reprocess"],
        "Sources/Programs/upright/Metadata/TagValues.swift": ["tag"],
        "Sources/Programs/upright/Options/StripOptions.swift": ["tag"],
        "Sources/Programs/upright/Options/TableOptions.swift": ["tag"],
        "Sources/Programs/upright/Options/QueryOptions.swift": ["inspect"],
        "Sources/Programs/upright/Options/NamespaceOption.swift": ["tag", "inspect"],
        "Sources/Programs/upright/Options/FileArguments.swift": ["tag", "inspect", "duplicates", "turn"],
        "Sources/Programs/upright/Places/PlacesImport.swift": ["places import"],
        "Sources/Programs/upright/Queue/QueueList.swift": ["queue list"],
        "Sources/Service/Daemon/Lane+Others.swift": ["queue list"],
        "Sources/Formats/Geodata/Boundaries/GeodataError+Boundaries.swift": ["places import"],
    ]
    /// Lines that name other programs' options.
    private static let others = [
        "systemctl", "curl", "upright-batch", "tell, --now", "\"--probe-sandbox\"", "\"--sandbox\"", "\"--memory\"",
        "\"--threads\"", "\"--libraries\"",
    ]
    /// Hidden options are in no help.
    private static let hidden: Set<String> = ["--end-with-input"]

    @Test func everyMessageNamesOptionsOfItsCommand() throws {
        let commands = try DocumentCommandTests.commands()
        let sources = Fixture.repository.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let path = String(
                file.path().split(separator: "/Sources/", maxSplits: 1).last.map { "Sources/" + $0 } ?? "")
            let text = try String(contentsOf: file, encoding: .utf8)
            let names = text.matches(of: /commandName: "([a-z]+)"/).map { String($0.output.1) }
            // What they name are arguments, not messages.
            if path.hasSuffix("Upright.swift") || path.hasSuffix("UnknownWord.swift") || path.hasSuffix("+Plain.swift")
            {
                continue
            }
            let own = commands.keys.filter { key in names.contains { key == "upright " + $0 || key.hasSuffix(" " + $0) }
            }
            for line in text.split(separator: "\n") where line.contains("--") {
                let trimmed = line.drop { $0 == " " }
                // Examples are run (ExampleTests).
                guard !trimmed.hasPrefix("//"), !trimmed.hasPrefix("upright "),
                    !Self.others.contains(where: { line.contains($0) })
                else { continue }
                for match in line.matches(of: /(?:upright ([a-z]+) )?(?:^|[^\w-])(--[a-z][a-z-]*)/) {
                    let option = String(match.output.2)
                    count += 1
                    if Self.hidden.contains(option) { continue }
                    if let named = line.firstMatch(of: /upright ([a-z]+) --/)?.output.1,
                        line.contains("upright \(named) \(option)")
                    {
                        #expect(commands["upright " + named]?.contains(option) == true, "\(path): \(trimmed)")
                        continue
                    }
                    let printers = Self.printers[path].map { $0.map { "upright " + $0 } } ?? own
                    #expect(
                        !printers.isEmpty, "\(path) names \(option), and no command is known to print it: \(trimmed)")
                    for command in printers {
                        #expect(
                            commands[command]?.contains(option) == true,
                            "\(path): \(command) has no \(option): \(trimmed)")
                    }
                }
            }
        }
        #expect(count > 40)
    }
}
