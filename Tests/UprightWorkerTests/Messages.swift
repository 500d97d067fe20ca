import UprightWorker
import Foundation
import UprightFormats
import UprightRewriting
import UprightBase
import Testing

/// A message of the protocol with extreme values of its type, and ways to decode it.
struct Message: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The message as it is sent.
    let bytes: [UInt8]
    /// The reference: the message as JSON.
    let json: String
    /// Decodes bytes as the same type, and encodes the value again.
    let reading: @Sendable ([UInt8]) throws -> [UInt8]
    /// Decodes bytes as the same type, and encodes the value as JSON.
    let readingAsJSON: @Sendable ([UInt8]) throws -> String
    /// Whether the bytes are this message.
    let isEqual: @Sendable ([UInt8]) throws -> Bool

    init<Value: Codable & Hashable & Sendable>(_ name: String, _ value: Value) throws {
        testDescription = name
        bytes = try MessageEncoder.encode(value)
        json = try Message.json(of: value)
        reading = { try MessageEncoder.encode(MessageDecoder.decode(Value.self, from: $0)) }
        readingAsJSON = { try Message.json(of: MessageDecoder.decode(Value.self, from: $0)) }
        isEqual = { try MessageDecoder.decode(Value.self, from: $0) == value }
    }

    private static func json(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func value<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// One or more messages of every type that is sent.
    static let all: [Message] = {
        do { return try statuses() + requests() + answers() } catch { preconditionFailure("\(error)") }
    }()

    private static func statuses() throws -> [Message] {
        var status = SandboxStatus(mode: .bestEffort)
        let bare = status
        status.hasDroppedPrivileges = true
        status.landlockABI = .min
        status.memory = .max
        status.problems = ["", "ü\u{0}\"\\\n", "𝕌"]
        return try [Message("bare status", bare), Message("full status", status)]
    }

    private static func requests() throws -> [Message] {
        var options = NormalizationOptions()
        let plain = WorkerRequest.normalize(options, threads: 4)
        options.turns = false
        options.damaged = .reject
        options.verification = .pixels
        options.limits.pixels = .max
        options.limits.side = .min
        let name = XMPName(uri: "http://ns.example/", local: "a")
        let node = XMPNode(.array(.alt, [XMPNode(.simple("x")), XMPNode(.structure([]))]))
        options.edits = [
            MetadataEdit(.setExif(TagID(.gps, .max), .rational([Rational(0, .max)])), when: .whereBlankInBlock),
            MetadataEdit(.setExif(TagID(.exif, 1), .double([-0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]))),
            MetadataEdit(.setExif(TagID(.exif, 1), .float([.leastNonzeroMagnitude, -.greatestFiniteMagnitude]))),
            MetadataEdit(.setExif(TagID(.exif, 1), .undefined([0, 255]))),
            MetadataEdit(.setExif(TagID(.exif, 1), .signedByte([-128, 127]))),
            MetadataEdit(.setIPTC(record: 0, number: 255, ["a", ""])),
            MetadataEdit(.setXMP(name, node)),
        ]
        var turned = NormalizationOptions()
        turned.furtherTurn = .left
        turned.sidecarOrientation = .rightMirrored
        turned.orientationFrom = [.sidecar, .exif]
        turned.invalidOrientation = .set
        return try [
            Message("plain request", plain),
            Message("request with edits", WorkerRequest.normalize(options, threads: .max)),
            Message("thumbnail's request", WorkerRequest.thumbnail(edge: .min, Limits())),
            Message("edits", WorkerRequest.edit(options.edits, options.limits)),
            Message("turn by hand", WorkerRequest.turn(turned)),
            Message("description's request", WorkerRequest.describe(Limits())),
            Message(
                "sidecar's turn",
                WorkerRequest.turnSidecar(SidecarTurn(orientation: 8, width: .max, height: -1, limits: Limits()))),
        ]
    }

    private static func answers() throws -> [Message] {
        var report = NormalizationReport(type: .jpeg, outcome: .normalized, reason: "because")
        report.orientation = 6
        report.components = [ComponentTurn(id: .max, turn: .requantized)]
        report.changes = [Change(.exif("Orientation"), from: "6", to: "")]
        report.warnings = ["", "a warning"]
        report.parts = [PartAccount(part: PartName("APP1"), offset: 2, length: .max, disposition: .moved)]
        let date = CaptureDate(text: "2024:05:06 07:08:09", fraction: "123", offset: "+02:00", source: .digitized)
        var facts = PictureFacts(latitude: -90, longitude: 180, date: date)
        facts.width = .max
        facts.height = 1
        facts.altitude = -0.5
        facts.positionTime = .greatestFiniteMagnitude
        facts.isPositionOfXMP = true
        facts.reason = ""
        var edited = EditedPicture()
        edited.changes = report.changes
        edited.reason = "a reason"
        let unedited = EditedPicture()
        let picture = ProcessedPicture(
            report: report, output: .written(bytes: 77, crc32: .max), sourceBytes: 1 << 40,
            sourceSHA256: [UInt8](repeating: 255, count: 32), facts: facts)
        var bare = ProcessedPicture(
            report: NormalizationReport(type: .unknown, outcome: .rejected), output: .none, sourceBytes: 0,
            sourceSHA256: [])
        let rejected = bare
        bare.output = .source
        bare.sourceCheck = try value(SourceCheck.self, #"{"key":[1,255],"digest":[]}"#)
        let thumbnail = try value(
            WorkerAnswer.self,
            #"{"thumbnail":{"_0":{"bytes":9223372036854775807,"width":0,"height":-1,"colour":16777215,"reason":"r"}}}"#)
        let description = try value(
            WorkerAnswer.self,
            #"""
            {"description":{"_0":{"reason":"","lines":[
            {"group":"{Exif}","name":"ISO","value":"100"},{"group":"","name":"","value":""}]}}}
            """#)
        return try [
            Message("picture", WorkerAnswer.picture(picture)),
            Message("rejected picture", WorkerAnswer.picture(rejected)),
            Message("picture as it is", WorkerAnswer.picture(bare)),
            Message("edited picture", WorkerAnswer.edited(edited)),
            Message("unedited picture", WorkerAnswer.edited(unedited)),
            Message("thumbnail", thumbnail), Message("description", description),
            Message("reading failure", WorkerAnswer.failure(.reading(errno: .min))),
            Message("writing failure", WorkerAnswer.failure(.writing(errno: .max, written: .max))),
            Message("changed source", WorkerAnswer.failure(.changed(expected: 0, found: -1))),
        ]
    }
}
