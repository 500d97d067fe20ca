package import UprightCodecs

extension JPEGCoding {
    /// Returns a progressive coding of planes with bands that end anywhere, refined in any steps, the same for the same
    /// seed. Taken as a whole, it sends every bit; DC coefficients come first.
    ///
    /// - Parameter planeCount: the number of planes; their blocks must fit into one MCU.
    package static func anyProgressive(planeCount: Int, _ random: inout TestRandom) -> JPEGCoding {
        var coding = JPEGCoding(planeCount: planeCount)
        let all = Array(0..<planeCount)
        // The scans of each plane in their order; they are then mixed.
        var queues: [[Scan]] = []
        let low = random.next(below: 3)
        var first = [Scan(all, 0, 0, low: low)]
        if planeCount > 1, random.next(below: 3) == 0 { first = all.map { Scan([$0], 0, 0, low: low) } }
        queues.append(stride(from: low, to: 0, by: -1).map { Scan(all, 0, 0, high: $0, low: $0 - 1) })
        for plane in all {
            var start = 1
            while start < 64 {
                let end = start + random.next(below: [2, 10, 64][random.next(below: 3)])
                let low = random.next(below: 3)
                var scans = [Scan([plane], start, min(end, 63), low: low)]
                for bit in stride(from: low, to: 0, by: -1) {
                    // Refinements can have other bands than the first scans.
                    let middle = start + random.next(below: min(end, 63) - start + 1)
                    let parts =
                        middle < min(end, 63) ? [start...middle, (middle + 1)...min(end, 63)] : [start...middle]
                    for part in parts {
                        scans.append(Scan([plane], part.lowerBound, part.upperBound, high: bit, low: bit - 1))
                    }
                }
                queues.append(scans)
                start = min(end, 63) + 1
            }
        }
        coding.scans = first
        while let queue = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(&random) {
            coding.scans.append(queues[queue].removeFirst())
        }
        return coding
    }
}

extension [Int] {
    fileprivate func randomElement(_ random: inout TestRandom) -> Int? {
        isEmpty ? nil : self[random.next(below: count)]
    }
}
