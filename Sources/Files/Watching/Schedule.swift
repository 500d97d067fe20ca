/// A priority queue of times and files, the earliest first: a binary heap. Items are not removed when they become
/// obsolete; the caller checks whether an item is still valid.
struct Schedule: Sendable {
    struct Item: Sendable {
        let due: Duration
        let path: RawPath
    }

    private var heap: [Item] = []

    var first: Item? { heap.first }

    mutating func insert(_ due: Duration, _ path: RawPath) {
        heap.append(Item(due: due, path: path))
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
