/// The steps of a pipeline that work on pictures, ready for a run.
public struct PreparedSteps: Sendable {
    private struct Entry: Sendable {
        let settings: any Step
        let step: any PreparedStep
        var name: String { type(of: settings).name }
    }

    private let entries: [Entry]

    /// Creates an empty list.
    public init() { entries = [] }

    /// Prepares the steps of an environment.
    public init(_ environment: StepEnvironment) async throws(StepError) {
        var entries: [Entry] = []
        for settings in environment.steps {
            guard let step = try await settings.prepared(in: environment) else { continue }
            entries.append(Entry(settings: settings, step: step))
        }
        self.entries = entries
    }

    /// Whether no step has anything to write, so that the pictures' facts are not needed.
    public var isEmpty: Bool { entries.isEmpty }

    /// About how many pictures to look ahead; 0 if no step queries a server.
    public var lookAhead: Int { entries.map(\.step.lookAhead).max() ?? 0 }

    /// Runs the steps that query no server on a picture, so that the others know its position. The work on the picture reports
    /// a failure; here, it ends the survey.
    public func survey(_ picture: inout StepPicture) async {
        do throws(StepError) {
            for entry in entries where entry.step.lookAhead == 0 { try await entry.step.run(on: &picture) }
        } catch {}
    }

    /// Queries servers for what the steps will need.
    public func ask(about picture: StepPicture) async {
        for entry in entries where entry.step.lookAhead > 0 { await entry.step.ask(about: picture) }
    }

    /// Runs the steps on a picture, in their order.
    ///
    /// A step that fails leaves the picture as it was, and a warning, unless the picture must be rejected then
    /// (``StepFailure/reject``).
    ///
    /// - Returns: the picture with the work of those steps alone without which it is rejected.
    /// - Throws: the reason to reject the picture.
    @discardableResult
    public func run(on picture: inout StepPicture) async throws(StepError) -> StepPicture {
        var indispensable = picture.untouched
        for entry in entries {
            let before = picture
            do throws(StepError) {
                try await entry.step.run(on: &picture)
            } catch {
                let reason = "the step \(entry.name) failed: \(error)"
                guard entry.settings.onFailure == .deliver else { throw StepError(reason) }
                picture = before
                picture.warnings.append(reason)
                indispensable.warnings.append(reason)
            }
            let isWriting =
                picture.edits.count > before.edits.count || picture.requirements.count > before.requirements.count
            if isWriting { picture.note(entry.settings.subject) }
            if entry.settings.onFailure == .reject { indispensable.add(picture, since: before) }
        }
        (indispensable.captured, indispensable.capturedOffset) = (picture.captured, picture.capturedOffset)
        return indispensable
    }
}
