/// Land and borders as lines and areas to draw, in whole 1e-4 degrees: x to the east, y to the north.
package struct MapOutlines: Sendable {
    package typealias Point = SIMD2<Int32>

    /// What a line divides.
    package enum LineKind: String, Sendable, CaseIterable {
        /// Land and sea.
        case coast
        /// Two countries.
        case country
        /// Two regions of a country.
        case region
    }

    /// Rings of land; where they overlap an even number of times there is none.
    package var rings: [[Point]] = []
    /// Lines by what they divide.
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

        /// All of the world.
        package static let world = Box(west: -180, south: -90, east: 180, north: 90)
    }
}

extension Gazetteer {
    /// The outlines of a part of the map.
    ///
    /// - Parameters:
    ///   - box: what part; rings are cut at its edges, lines reach beyond them.
    ///   - tolerance: how far, in degrees, a simplified line may be from the true one.
    package func outlines(in box: MapOutlines.Box = .world, tolerance: Double) -> MapOutlines {
        OutlineMaker(borders, box: box, tolerance: tolerance).outlines()
    }
}
