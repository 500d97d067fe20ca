internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightSteps
internal import UprightWorker

/// Signs pictures: a step of the tests, which names the artist and must not fail.
private struct SignStep: Step, Hashable {
    static let name = "sign"
    static let order = 350
    enum CodingKeys: String, CodingKey, CaseIterable {
        case artist
        case mayFail = "may-fail"
        case refuses
    }
    var artist = ""
    var mayFail = false
    var refuses = false

    var onFailure: StepFailure { mayFail ? .deliver : .reject }

    init() {}
    init(reading section: ConfigurationSection) {
        artist = section.text("artist", default: "")
        mayFail = section.flag("may-fail", default: false)
        refuses = section.flag("refuses", default: false)
    }

    func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? { Prepared(self) }

    private struct Prepared: PreparedStep {
        let settings: SignStep
        init(_ settings: SignStep) { self.settings = settings }

        func run(on picture: inout StepPicture) async throws(StepError) {
            do { picture.edits.append(try MetadataEdit.set("IFD0:Artist", to: [settings.artist])) } catch {
                throw StepError("\(error)")
            }
            if settings.refuses { throw StepError("no signature for \(String(decoding: picture.name, as: UTF8.self))") }
        }
    }
}

/// Removes the position: a step of the tests, which must not fail.
private struct ForgetStep: Step, Hashable {
    static let name = "forget"
    static let order = 400
    enum CodingKeys: CodingKey, CaseIterable {}
    var onFailure: StepFailure { .reject }

    init() {}
    init(reading section: ConfigurationSection) {}

    func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? { Prepared() }

    private struct Prepared: PreparedStep {
        func run(on picture: inout StepPicture) async throws(StepError) {
            do { picture.edits += try MetadataEdit.removals("GPS:all") } catch { throw StepError("\(error)") }
            picture.writtenPosition = nil
            picture.require("no position") { $0.latitude == nil && $0.longitude == nil }
        }
    }
}

/// Refuses some edits, and reports a position in each output if told to.
private struct Stubborn: BlockingProcessor {
    var refuses: @Sendable ([MetadataEdit]) -> Bool = { _ in false }
    var position: Double?
    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        var answer = InProcessProcessor.normalize(source, output, options)
        if let position { (answer.facts.latitude, answer.facts.longitude) = (position, position) }
        guard refuses(options.edits) else { return answer }
        answer.report.outcome = .rejected
        answer.report.reason = "no room for \(options.edits.count) edits"
        return answer
    }
}

/// What CONTRIBUTING promises of a new step: a type and a registration are all of it.
@Suite("A step that is registered")
struct MadeUpStepTests {
    private static let registry = StepRegistry([ForgetStep.self, SignStep.self] + StepRegistry.standard.kinds)

    private func configuration(_ steps: String, of bench: Bench) throws -> Configuration {
        let text = """
            folders: [{source: drop, output: out}]
            state: state
            steps:
            \(steps)
            """
        return try Configuration(
            parsing: Array(text.utf8), file: "c.yaml", folder: bench.scratch.path, steps: Self.registry)
    }

    private func work(
        _ steps: String, in bench: Bench, by processor: any PictureProcessor = InProcessProcessor()
    ) async throws -> PictureResult {
        let configuration = try configuration(steps, of: bench)
        if bench.scratch.bytes(of: "drop/a.jpg") == nil { try bench.put("samples/orientation-6.jpg", as: "a.jpg") }
        var engine = PictureEngine(processor: processor, jobs: 1, version: "1")
        engine.steps = try await PreparedSteps(configuration.stepEnvironment(reader: processor.reader))
        let folder = try #require(configuration.dropFolders.first)
        return try #require(await engine.work(on: PictureJob(folder: folder, relative: "a.jpg")).first)
    }

    private func output(_ bench: Bench) -> String? {
        bench.scratch.bytes(of: "out/a.jpg").map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("it has a place in the order, its keys come from its settings, and they are its fingerprint")
    func registration() throws {
        let bench = try Bench()
        #expect(
            Self.registry.kinds.map { $0.name } == [
                "orient", "time", "geotag", "place", "sign", "forget", "set", "rename", "strip", "albums",
            ])
        #expect(SignStep.keys == ["artist", "may-fail", "refuses"])
        let read = try configuration("  - orient\n  - sign: {artist: Ann}", of: bench)
        #expect(read.steps.map { type(of: $0).name } == ["orient", "sign"])
        let other = try configuration("  - orient\n  - sign: {artist: Bob}", of: bench)
        #expect(read.dropFolders.first?.fingerprint != other.dropFolders.first?.fingerprint)
        do {
            _ = try configuration("  - forget\n  - sign: {artits: Ann}", of: bench)
            Issue.record("expected an error")
        } catch {
            let text = "\(error)"
            let names = "orient, time, geotag, place, sign, forget, set, rename, strip, albums"
            #expect(text.contains(names) && text.contains("artist"))
        }
    }

    @Test("it edits the output")
    func edit() async throws {
        let bench = try Bench()
        let result = try await work("  - orient\n  - sign: {artist: Ann Example}", in: bench)
        #expect(result.outcome == .normalized && result.report.warnings.isEmpty)
        #expect(output(bench)?.contains("Ann Example") == true)
    }

    @Test("a picture without an edit that must not fail is rejected with the reason", arguments: [false, true])
    func refused(mayFail: Bool) async throws {
        let bench = try Bench()
        let step = "  - orient\n  - sign: {artist: Ann Example, may-fail: \(mayFail)}"
        let result = try await work(step, in: bench, by: Stubborn(refuses: { !$0.isEmpty }))
        #expect(result.outcome == (mayFail ? .normalized : .rejected))
        #expect((result.report.reason + result.report.warnings.joined()).contains("no room for 1 edits"))
        #expect((output(bench) == nil) == !mayFail)
        #expect(bench.scratch.bytes(of: "drop/a.jpg") != nil)
    }

    @Test("a step that throws leaves no edit behind, and what must not fail is rejected", arguments: [false, true])
    func thrown(mayFail: Bool) async throws {
        let bench = try Bench()
        let step = "  - orient\n  - sign: {artist: Ann Example, refuses: true, may-fail: \(mayFail)}"
        let result = try await work(step, in: bench)
        #expect(result.outcome == (mayFail ? .normalized : .rejected))
        #expect(
            (result.report.reason + result.report.warnings.joined()).contains(
                "the step sign failed: no signature for a.jpg"))
        #expect((output(bench) == nil) == !mayFail)
        #expect(output(bench)?.contains("Ann Example") != true)
        #expect(result.report.type == "public.jpeg")
    }

    @Test("edits that may fail are left out, those that must not fail stay")
    func mixed() async throws {
        let bench = try Bench()
        let result = try await work(
            "  - orient\n  - geotag: {position: \"48.1,11.5\"}\n  - sign: {artist: Ann Example}", in: bench,
            by: Stubborn(refuses: { $0.count > 1 }))
        #expect(result.outcome == .normalized)
        #expect(output(bench)?.contains("Ann Example") == true)
        #expect(result.report.warnings.contains { $0.hasPrefix("the position or what the step sign writes could not") })
        #expect(result.record.latitude == nil, "the position is not in the output")
    }

    @Test("albums and the journal know a position that a later step removes")
    func facts() async throws {
        let bench = try Bench()
        let steps = "  - orient\n  - geotag: {position: \"48.1,11.5\"}\n  - forget"
        let result = try await work(steps, in: bench)
        #expect(result.outcome == .normalized && result.report.warnings.isEmpty)
        #expect(result.record.latitude == 48.1 && result.record.longitude == 11.5)
        let file = try OpenFolder(RawPath(bench.folder.output)).file("a.jpg")
        let facts = try await InProcessContentReader().facts(source: file.descriptor, limits: Limits())
        #expect(facts.latitude == nil)
    }

    @Test("what a step requires of the output is read back")
    func readBack() async throws {
        let bench = try Bench()
        let result = try await work("  - orient\n  - forget", in: bench, by: Stubborn(position: 48))
        #expect(result.outcome == .rejected && result.report.reason.contains("expected no position in the output"))
        #expect(output(bench) == nil)
    }

    @Test("the settings of every step decode from what they encode, under their keys")
    func coding() throws {
        let bench = try Bench()
        let read = try configuration(
            """
              - orient
              - time: {shift: "+1:30", zone: Europe/Berlin, ambiguous: later, missing: [filename], overwrite: true,
                  cameras: [{when: {model: X}, shift: "-2d"}]}
              - geotag: {tracks: [a.gpx], position: "48.1,11.5", zone: "+02:00", clock-offset: 5, overwrite: true,
                  folders: [{source: drop, zone: "+03:00"}]}
              - place: {write: true, street: off, overrides: [{at: "48.1,11.5", name: Home}],
                  geocoder: {service: photon, url: "https://photon.example.org", rate: 2}}
              - sign: {artist: Ann}
              - forget
              - set: {values: ["XMP:dc:subject+={folders}"], tags-from: "o/{name}", overwrite: false}
              - rename: {path: "{date:%Y}/{name}-{sequence:3}", unknown: nothing}
              - strip: {profile: private, keep: ["IFD0:Artist"], on-unknown: reject}
              - albums: {folder: albums, links: symbolic}
            """, of: bench)
        #expect(read.steps.count == Self.registry.kinds.count)
        for step in read.steps { try check(step) }
    }

    private func check<Kind: Step>(_ step: Kind) throws {
        let encoded = try JSONEncoder().encode(step)
        let decoded = try JSONDecoder().decode(Kind.self, from: encoded)
        #expect(StepFingerprint.text(of: [decoded]) == StepFingerprint.text(of: [step]))
        let members = try #require(JSONSerialization.jsonObject(with: encoded) as? [String: Any])
        #expect(Set(members.keys).isSubset(of: Kind.keys), "\(Kind.name)")
    }
}
