/// The `capacity` nearest points seen so far, nearest first.
struct Nearest<let capacity: Int> {
    private(set) var count = 0
    private var indices = InlineArray<capacity, Int32>(repeating: 0)
    private var chords = InlineArray<capacity, Float>(repeating: 0)

    /// The index of the point in place `rank`.
    func index(_ rank: Int) -> Int { Int(indices[rank]) }

    /// Its squared chord.
    func chord(_ rank: Int) -> Float { chords[rank] }

    /// The squared chord that a point must stay under to get in, given the one that holds for the search.
    func bound(_ limit: Float) -> Float { count < capacity ? limit : min(limit, chords[capacity - 1]) }

    /// Puts a point in its place. Ties keep the order of the index, so that an answer does not depend on the way the
    /// search took.
    mutating func insert(_ index: Int, _ chord: Float) {
        var rank = count
        if count == capacity {
            guard chord < chords[capacity - 1] else { return }
            rank = capacity - 1
        } else {
            count += 1
        }
        while rank > 0, chords[rank - 1] > chord || (chords[rank - 1] == chord && indices[rank - 1] > Int32(index)) {
            chords[rank] = chords[rank - 1]
            indices[rank] = indices[rank - 1]
            rank -= 1
        }
        chords[rank] = chord
        indices[rank] = Int32(index)
    }
}
