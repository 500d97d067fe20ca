import Foundation
import UprightFormats
import TestSupport
import Testing

@Suite struct TagTableTests {
    @Test func gpsHasAllThirtyTwo() {
        #expect(TagTable.gps.map(\.number) == Array(0...31))
    }

    @Test(arguments: TagGroup.allCases) func numbersAndNamesAreUnique(group: TagGroup) {
        let definitions = TagTable.definitions(of: group)
        #expect(Set(definitions.map(\.number)).count == definitions.count)
        #expect(Set(definitions.map { $0.name.lowercased() }).count == definitions.count)
        for definition in definitions {
            #expect(!definition.types.isEmpty)
            #expect(TagTable.tag(named: definition.name.uppercased(), in: [group]) == TagID(group, definition.number))
        }
    }

    @Test func misplacedTagsHaveTheirProperDirectory() {
        #expect(TagTable.known(TagID(.primary, 0x829A)) == TagID(.exif, 0x829A))
        #expect(TagTable.known(TagID(.thumbnail, 0x829A)) == TagID(.exif, 0x829A))
        #expect(TagTable.known(TagID(.exif, 0x010F)) == TagID(.primary, 0x010F))
        for own in [TagID(.primary, 0x010F), TagID(.exif, 0x829A), TagID(.exif, 0xFFFE), TagID(.gps, 0x829A)] {
            #expect(TagTable.known(own) == own)
        }
    }

    @Test func exifHasEveryTagOfTheStandard() {
        // Exif 3.0, tables 7 to 18: every number in the Exif IFD.
        let standard: [UInt16] = [
            0x829A, 0x829D, 0x8822, 0x8824, 0x8827, 0x8828, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835, 0x9000,
            0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9101, 0x9102, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206,
            0x9207, 0x9208, 0x9209, 0x920A, 0x9214, 0x927C, 0x9286, 0x9290, 0x9291, 0x9292, 0x9400, 0x9401, 0x9402,
            0x9403, 0x9404, 0x9405, 0xA000, 0xA001, 0xA002, 0xA003, 0xA004, 0xA005, 0xA20B, 0xA20C, 0xA20E, 0xA20F,
            0xA210, 0xA214, 0xA215, 0xA217, 0xA300, 0xA301, 0xA302, 0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406,
            0xA407, 0xA408, 0xA409, 0xA40A, 0xA40B, 0xA40C, 0xA420, 0xA430, 0xA431, 0xA432, 0xA433, 0xA434, 0xA435,
            0xA436, 0xA437, 0xA438, 0xA439, 0xA43A, 0xA43B, 0xA43C, 0xA460, 0xA461, 0xA462, 0xA500,
        ]
        #expect(TagTable.exif.map(\.number) == standard)
    }

    /// Compares types and names with exiftool's tables.
    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func exiftoolKnowsTheSameTags() throws {
        let run = try Command.run("exiftool", ["-listx", "-EXIF:all"])
        var known: Set<String> = []
        for line in run.output.split(separator: "\n") where line.contains("<tag id='") {
            let id = line.split(separator: "'")[1]
            known.insert(String(id.split(separator: "-")[0]))
        }
        // Tags that exiftool shows as directories or profiles, or that are newer than some versions of it.
        let newer: Set<UInt16> = [
            0xA436, 0xA437, 0xA438, 0xA439, 0xA43A, 0xA43B, 0xA43C, 0x8649, 0x8769, 0x8773, 0x8825, 0xA005,
        ]
        for group in TagGroup.allCases where group != .interoperability {
            for definition in TagTable.definitions(of: group) where !newer.contains(definition.number) {
                #expect(known.contains(String(definition.number)), "\(definition.name)")
            }
        }
    }
}
