/// The `capacity` nearest points seen so far, nearest first.
struct Nearest<let capacity: Int> {
    private(set) var count = 0
    private var indices = InlineArray<capacity, Int32>(repeating: 0)
    private var chords = InlineArray<capacity, Float>(repeating: 0)

    /// Returns the index of the point with the given rank.
    func index(_ rank: Int) -> Int { Int(indices[rank]) }

    /// Returns the squared chord of the point with the given rank.
    func chord(_ rank: Int) -> Float { chords[rank] }

    /// Returns the squared chord below which a point is inserted, at most the search's limit.
    func bound(_ limit: Float) -> Float { count < capacity ? limit : min(limit, chords[capacity - 1]) }

    /// Inserts a point at its rank. Ties are ordered by index, so that an answer does not depend on the order of the
    /// search.
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
