internal import ArgumentParser

/// `upright queue`: shows and changes the pictures that wait or failed.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract:
            "Shows deferred, held and rejected pictures; retries, holds, releases and dismisses them; pauses folders.",
        discussion: """
            list, show, retry, hold, release and dismiss read and change the journal, with or without a running daemon; a \
            running daemon follows within seconds. pause, resume and rescan ask the running daemon. None of them changes, \
            moves or deletes a file.

            Examples:
              upright queue list
              upright queue retry --all --state rejected
              upright queue pause drop
            """,
        subcommands: [
            QueueList.self, QueueShow.self, QueueRetry.self, QueueHold.self, QueueRelease.self, QueueDismiss.self,
            Pause.self, Resume.self, Rescan.self,
        ])
}
