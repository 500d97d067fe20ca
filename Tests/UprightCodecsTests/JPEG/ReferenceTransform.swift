import Foundation
import UprightBase
import UprightCodecs

/// The DCT by its definition (ITU-T T.81, A.3.3), slow and in double precision.
enum ReferenceTransform {
    private static func wave(_ u: Int, _ x: Int) -> Double {
        (u == 0 ? 0.125.squareRoot() : 0.5) * cos(Double((2 * x + 1) * u) * .pi / 16)
    }

    /// Returns the samples of a plane, row by row, without level shift, rounding or clamping.
    static func samples(of plane: JPEGPlane) -> [[Double]] {
        var samples = [[Double]](
            repeating: Array(repeating: 0, count: plane.width * 8), count: plane.height * 8)
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let block = plane.block(column, row)
                for k in 0..<64 where block[k] != 0 {
                    let value = Double(block[k]) * Double(plane.quantization[k])
                    for y in 0..<8 {
                        for x in 0..<8 {
                            samples[row * 8 + y][column * 8 + x] += value * wave(k / 8, y) * wave(k % 8, x)
                        }
                    }
                }
            }
        }
        return samples
    }

    /// Sets the samples of a plane: each coefficient becomes the nearest integer.
    static func fill(_ plane: JPEGPlane, _ sample: (_ x: Int, _ y: Int) -> Double) {
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let block = plane.block(column, row)
                for k in 0..<64 {
                    var sum = 0.0
                    for y in 0..<8 {
                        for x in 0..<8 {
                            sum += sample(column * 8 + x, row * 8 + y) * wave(k / 8, y) * wave(k % 8, x)
                        }
                    }
                    block[k] = Int16((sum / Double(plane.quantization[k])).rounded())
                }
            }
        }
    }

    /// Changes the samples beyond `size`.
    static func scramblePadding(of plane: JPEGPlane, size: Size) {
        let samples = samples(of: plane)
        fill(plane) { x, y in
            x < size.width && y < size.height ? samples[y][x] : Double((x * 37 + y * 59) % 101 - 50)
        }
    }
}
