/// Land and borders as areas and lines to draw, in units of 1e-4 degrees: x to the east, y to the north.
package struct MapOutlines: Sendable {
    package typealias Point = SIMD2<Int32>

    /// What a line separates.
    package enum LineKind: String, Sendable, CaseIterable {
        /// Land and sea.
        case coast
        /// Two countries.
        case country
        /// Two regions of a country.
        case region
    }

    /// Rings of land, filled by the even-odd rule.
    package var rings: [[Point]] = []
    /// The lines by what they separate.
    package var lines: [LineKind: [[Point]]] = [:]

    /// A part of the map, in degrees.
    package struct Box: Sendable, Hashable {
        package var west: Double
        package var south: Double
        package var east: Double
        package var north: Double

        package init(west: Double, south: Double, east: Double, north: Double) {
            self.west = west
            self.south = south
            self.east = east
            self.north = north
        }

        /// The whole world.
        package static let world = Box(west: -180, south: -90, east: 180, north: 90)
    }
}

extension Gazetteer {
    /// Returns the outlines of a part of the map.
    ///
    /// - Parameters:
    ///   - box: the part; rings are clipped at its edges, lines extend beyond them.
    ///   - tolerance: the maximum distance of a simplified line from the original, in degrees.
    package func outlines(in box: MapOutlines.Box = .world, tolerance: Double) -> MapOutlines {
        OutlineMaker(borders, box: box, tolerance: tolerance).outlines()
    }
}
