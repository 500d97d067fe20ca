internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

extension Lane {
    /// Creates the intake, which detects the files that arrive in a folder.
    static func intake(
        _ folder: DropFolder, state: String, dispatcher: Dispatcher, relay: NoticeRelay, evidence: WriterEvidence
    ) -> FolderIntake {
        let settings = folder.configuration
        let watched = WatchedFolder(
            path: folder.source, recursive: settings.recursive, rules: IgnoreRules(settings.ignore),
            excluded: (settings.written + [state]).filter { !$0.isEmpty }.map { RawPath($0) })
        let polling = PollingSource(watched, interval: settings.pollInterval)
        let isPolled: Bool
        switch settings.backend {
        case .poll: isPolled = true
        case .inotify: isPolled = false
        case .auto:
            do { isPolled = try folder.openSource().fileSystemType().needsPolling } catch { isPolled = false }
        }
        var settle = SettleMachine.Settings(quiet: settings.settle)
        settle.completionTimeout = max(settings.settle * 5, .seconds(30))
        return FolderIntake(
            watched, source: isPolled ? polling : InotifySource(watched, evidence: evidence),
            fallback: isPolled ? nil : polling,
            settings: settle, scanInterval: settings.scanInterval,
            examine: { root, path in Self.examine(root, path, evidence) },
            known: { files in await dispatcher.known(files, in: folder) },
            notice: { notice in await relay.tell(notice) })
    }

    /// Examines whether a file is ready: its status, its structure, and whether a process has it open for writing.
    private static func examine(
        _ root: OpenFolder, _ path: RawPath, _ evidence: WriterEvidence
    ) -> SettleMachine.Examination {
        let answer = evidence.answer(for: path)
        /// The kernel's answer is certain; the notifications stand in where it gives none.
        func isBeingWritten(_ file: OpenFile) -> Bool? {
            file.isBeingWritten ?? (answer == .writing ? true : answer == .closed ? false : nil)
        }
        do throws(FileError) {
            let status = try root.status(of: path)
            guard status.kind == .regular else { return .present(status, missing: nil, isBeingWritten: nil) }
            let file = try root.file(path)
            if status.size == 0 {
                return .present(status, missing: "all content: it is empty", isBeingWritten: isBeingWritten(file))
            }
            var missing: String?
            if let hole = file.hole {
                missing = "data at byte \(hole), which nothing has been written to"
            } else if case .missing(let what) = try StructuralEnd.of(file) {
                missing = what
            }
            return .present(try file.status(), missing: missing, isBeingWritten: isBeingWritten(file))
        } catch {
            if error.isAbsence { return .vanished }
            // It may be readable later, and incomplete then.
            if error.isOfDevice { return .unreadable(error) }
            // A file without permissions counts as ready, so that processing it reports the reason.
            do { return .present(try root.status(of: path), missing: nil, isBeingWritten: nil) } catch {
                return error.isOfDevice ? .unreadable(error) : .vanished
            }
        }
    }
}
