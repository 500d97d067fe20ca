internal import Synchronization
internal import UprightCodecs
internal import UprightBase

/// The turns of a file's frames, which threads share. Each thread encodes two frames at a time.
struct GIFFrameTurns: Sendable {
    typealias Outcome = Result<GIFFrameTurn.Outcome, CodecError>

    private let turns: [GIFFrameTurn]
    private let source: [UInt8]

    init(_ turns: [GIFFrameTurn], in source: [UInt8]) {
        self.turns = turns
        self.source = source
    }

    /// The frames that no thread has taken yet, and the outcomes.
    private struct Progress {
        var next = 0
        var outcomes: [Outcome?]
    }

    /// A frame that is being encoded.
    private struct Lane {
        let encoder: GIFFrameEncoder
        let number: Int
        var outcome: GIFFrameTurn.Outcome
    }

    /// Returns the outcomes, in order.
    func outcomes(_ parallelism: Parallelism) -> [Outcome] {
        let pixels = turns.reduce(0) { $0 + $1.pixelCount }
        let shares = min(parallelism.shares(ofBytes: pixels), turns.count)
        let progress = Mutex(Progress(outcomes: Array(repeating: nil, count: turns.count)))
        // With few frames, no thread takes two while another has none.
        let lanes = turns.count < 2 * shares ? 1 : 2
        (shares > 1 ? parallelism : .none).perform(max(shares, 1)) { _ in work(progress, lanes: lanes) }
        return progress.withLock { $0.outcomes.compactMap(\.self) }
    }

    /// Takes frames until none is left.
    private func work(_ progress: borrowing Mutex<Progress>, lanes count: Int) {
        var lanes: [Lane] = []
        var spare: [GIFFrameEncoder] = []
        func set(_ number: Int, _ outcome: Outcome) { progress.withLock { $0.outcomes[number] = outcome } }
        while true {
            while lanes.count < count, let number = claim(progress) {
                do throws(CodecError) {
                    if turns[number].isEmpty {
                        set(number, .success(turns[number].copy(of: source)))
                        continue
                    }
                    let encoder = if let last = spare.popLast() { last } else { try GIFFrameEncoder() }
                    let outcome = try turns[number].begin(in: source, encoder)
                    lanes.append(Lane(encoder: encoder, number: number, outcome: outcome))
                } catch {
                    set(number, .failure(error))
                }
            }
            guard let first = lanes.first else { return }
            do throws(CodecError) {
                try first.encoder.advance(with: lanes.count > 1 ? lanes[1].encoder : nil)
            } catch {
                for lane in lanes { set(lane.number, .failure(error)) }
                lanes = []
            }
            for var lane in lanes where lane.encoder.isDone {
                lane.outcome.block = lane.encoder.data(after: turns[lane.number].head)
                set(lane.number, .success(lane.outcome))
                spare.append(lane.encoder)
            }
            lanes.removeAll { lane in spare.contains { $0 === lane.encoder } }
        }
    }

    private func claim(_ progress: borrowing Mutex<Progress>) -> Int? {
        progress.withLock { progress in
            guard progress.next < turns.count else { return nil }
            defer { progress.next += 1 }
            return progress.next
        }
    }
}
