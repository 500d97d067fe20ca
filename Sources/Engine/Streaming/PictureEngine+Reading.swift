internal import UprightFormats
package import UprightFiles
internal import UprightBase
package import UprightRewriting
internal import UprightWorker

extension PictureEngine {
    /// An answer that is no report on a picture: its members after the id and the name, and the bytes that follow it.
    struct Answer {
        var members: [(String, JSONValue)]
        var outcome: Outcome
        var file: OpenFile?
        var bytes = 0
    }

    /// Reads a picture in memory, and writes nothing.
    func describe(_ content: OpenFile, limits: Limits) async -> Answer {
        do throws(WorkerError) {
            let facts = try await processor.reader.facts(source: content.descriptor, limits: limits)
            let type = facts.type.map { ImageType(rawValue: $0) } ?? .unknown
            let outcome: Outcome =
                if PictureFormats.description(of: type) == nil { .ignored } else if facts.reason == nil {
                    .unchanged
                } else {
                    .rejected
                }
            let size = facts.geometry?.size
            let members: [(String, JSONValue)] = [
                ("type", .string(facts.type ?? "public.data")), ("outcome", .string(outcome.rawValue)),
                ("reason", .text(facts.reason)), ("orientation", .count(facts.orientation)),
                ("width", .count(size?.width ?? facts.width)), ("height", .count(size?.height ?? facts.height)),
            ]
            return Answer(
                members: members + PictureGeometry.members(facts.geometry) + [
                    ("latitude", .measure(facts.latitude)), ("longitude", .measure(facts.longitude)),
                    ("altitude", .measure(facts.altitude)), ("captured", .text(facts.date?.exifText)),
                    ("capturedOffset", .text(facts.date?.dateTime.offsetText)), ("make", .text(facts.make)),
                    ("model", .text(facts.model)),
                ], outcome: outcome)
        } catch { return Self.failed(error) }
    }

    /// The size, the frames and the turn of a picture in memory; nil if they cannot be read.
    package func geometry(of content: OpenFile, limits: Limits) async -> PictureGeometry? {
        do throws(WorkerError) {
            return try await processor.reader.facts(source: content.descriptor, limits: limits).geometry
        } catch {
            return nil
        }
    }

    /// Turns labels with their picture.
    ///
    /// - Parameter files: the file for them is taken from these, and belongs to the caller.
    func turn(
        labels content: OpenFile, by turn: PictureTurn, _ options: LabelOptions, limits: Limits, files: MemoryFiles
    ) async -> Answer {
        let output: OpenFile
        do throws(FileError) { output = try files.claim() } catch {
            let refusal = Refusal(error)
            return Answer(
                members: [("outcome", .string(refusal.outcome.rawValue)), ("reason", .text(refusal.reason))],
                outcome: refusal.outcome)
        }
        var work = SidecarTurn(
            orientation: turn.orientation.rawValue, width: turn.storedSize.width, height: turn.storedSize.height,
            limits: limits)
        (work.labels, work.type) = (options, "public.data")
        let turned: TurnedSidecar
        do throws(WorkerError) {
            turned = try await processor.reader.turnedSidecar(
                source: content.descriptor, output: output.descriptor, turn: work)
        } catch {
            files.put(output)
            return Self.failed(error)
        }
        let outcome: Outcome =
            if turned.refusal != nil { .rejected } else if turned.format == nil { .ignored } else if turned.bytes != nil
            {
                .normalized
            } else { .unchanged }
        let reason = turned.refusal ?? (outcome == .ignored ? "no labels of a format that is known" : nil)
        var answer = Answer(
            members: [
                ("outcome", .string(outcome.rawValue)), ("reason", .text(reason)), ("format", .text(turned.format)),
                ("labelled", .text(turned.convention?.rawValue)), ("silent", .boolean(turned.isSilent)),
            ], outcome: outcome, file: output)
        answer.bytes = turned.bytes ?? 0
        return answer
    }

    private static func failed(_ error: WorkerError) -> Answer {
        let outcome: Outcome = error.cause == .picture ? .rejected : .deferred
        return Answer(
            members: [("outcome", .string(outcome.rawValue)), ("reason", .string("\(error)"))], outcome: outcome)
    }
}

extension PictureGeometry {
    /// The members of a result that say how a picture was turned.
    static func members(_ geometry: PictureGeometry?) -> [(String, JSONValue)] {
        [
            ("frames", .count(geometry?.frames)),
            ("matrix", geometry.map { .array($0.turn.matrix.map { .integer(Int($0)) }) } ?? .null),
        ]
    }
}
