internal import ArgumentParser

/// `upright queue`: what is to be worked on and what failed, and what users change about it.
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Shows pictures that wait, are held or were rejected, and tries, holds, releases or drops them.",
        discussion: """
            It reads and changes the journal, with or without a running daemon; a running one follows within seconds. \
            No command here changes, moves or deletes a file.
            """,
        subcommands: [
            QueueList.self, QueueShow.self, QueueRetry.self, QueueHold.self, QueueRelease.self, QueueDrop.self,
        ])
}
