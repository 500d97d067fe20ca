internal import ArgumentParser

/// `upright queue`: shows and changes the pictures that wait or failed.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Shows waiting, held and rejected pictures, and retries, holds, releases or drops them.",
        discussion: """
            These commands read and change the journal, with or without a running daemon; a running daemon follows within \
            seconds. None of them changes, moves or deletes a file.
            """,
        subcommands: [
            QueueList.self, QueueShow.self, QueueRetry.self, QueueHold.self, QueueRelease.self, QueueDrop.self,
        ])
}
