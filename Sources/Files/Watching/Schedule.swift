internal import UprightFiles

/// Times and the files that are due then, the earliest first: a binary heap. An appointment is not taken back; whoever
/// keeps it sees whether it still holds.
struct Schedule: Sendable {
    struct Appointment: Sendable {
        let due: Duration
        let path: RawPath
    }

    private var heap: [Appointment] = []

    var first: Appointment? { heap.first }

    mutating func insert(_ due: Duration, _ path: RawPath) {
        heap.append(Appointment(due: due, path: path))
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].due < heap[least].due { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
