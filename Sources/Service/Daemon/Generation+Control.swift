internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

extension Generation {
    /// Carries out a control request.
    func answer(_ request: DaemonRequest) async -> DaemonRequest.Answer {
        if request.action == .reload {
            return .init(folders: lanes.map(\.folder.configuration.source), refusal: await reload())
        }
        let chosen = lanes.filter { lane in request.folder == nil || lane.folder.configuration.source == request.folder
        }
        let folders = chosen.map(\.folder.configuration.source)
        guard !chosen.isEmpty else {
            let known = lanes.map(\.folder.configuration.source).joined(separator: ", ")
            return .init(
                folders: [],
                refusal: "\(RawPath(request.folder ?? "")) is not a drop folder of the daemon: expected one of \(known)"
            )
        }
        switch request.action {
        case .reload: break
        case .rescan:
            for lane in chosen { await lane.scanSoon() }
            log.notice("scanning \(folders.joined(separator: ", ")) again, on request")
        case .pause, .resume:
            let reason =
                request.action == .pause
                ? PauseReason(.requested, Self.message(request), since: PictureEngine.milliseconds()) : nil
            do { try await paused.set(reason, for: folders) } catch {
                return .init(folders: [], refusal: "the change cannot be saved in the state folder: \(error)")
            }
            for lane in chosen { lane.requestedPause.set(reason) }
            log.notice("pause of \(folders.joined(separator: ", ")): \(reason?.message ?? "ended on request")")
        }
        return .init(folders: folders, refusal: nil)
    }

    private static func message(_ request: DaemonRequest) -> String {
        // The message is logged, so it is limited to one line of 200 characters.
        let words = String((request.message ?? "").prefix(200)).split { $0.isWhitespace || $0.isNewline }.joined(
            separator: " ")
        return (words.isEmpty ? "on request" : "on request: \(words)") + "; upright queue resume ends the pause"
    }

    /// Restores the pauses from before a restart or a reload.
    func takeOverPauses() async {
        let reasons = await paused.reasons
        for lane in lanes {
            guard let reason = reasons[lane.folder.configuration.source] else { continue }
            lane.requestedPause.set(reason)
            log.warning("\(lane.folder.source) is paused \(reason.message)")
        }
    }
}
