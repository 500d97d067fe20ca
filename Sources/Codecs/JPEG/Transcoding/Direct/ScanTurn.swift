internal import CUprightCodecs
internal import Glibc
internal import UprightBase

/// One scan that is turned from one entropy coding to the other; see `jpeg_turn.h`.
final class ScanTurn {
    /// A component as the scan sees it.
    struct Component {
        /// Blocks across and down in a stored MCU; 1 and 1 in a scan of one component.
        let across: Int
        let down: Int
        /// The stored size in blocks; MCUs can reach beyond it.
        let size: Size
        let dc: HuffmanTableDefinition
        let ac: HuffmanTableDefinition
        let map: CoefficientMap
    }

    /// What the decoded blocks become before they are joined.
    enum Form {
        /// Bits, with the given tables.
        case bits(ScanTables)
        /// Bits with the source's AC codes, while the symbols are counted. Only for turns that do not transpose.
        case sourceBits
        /// Symbols, because the tables of the output depend on them.
        case symbols
        /// Coefficients, for a ``ScanRequantizer``.
        case coefficients
    }

    let turn: OpaquePointer
    let count: Int
    private let form: Form
    private let moves: UnsafeMutablePointer<Int16>
    /// The number of MCU rows after the turn.
    let rows: Int

    /// Creates a turn of a scan's data, in a number of pieces; nil if the data is invalid or an allocation fails.
    ///
    /// - Parameters:
    ///   - data: the entropy-coded data, which is copied.
    init?(
        _ components: [Component], columns: Int, rows: Int, restartInterval: Int, _ orientation: Orientation,
        _ form: Form, _ data: UnsafeBufferPointer<UInt8>, pieces: Int, isPortable: Bool
    ) {
        guard let base = data.baseAddress, components.count <= JPEG_TURN_MAX_COMPONENTS else {
            return nil
        }
        count = components.count
        self.form = form
        self.rows = orientation.transposes ? columns : rows
        let moves = UnsafeMutablePointer<Int16>.allocate(capacity: 64 * components.count)
        self.moves = moves
        var setup = jpeg_turn_setup()
        setup.count = Int32(components.count)
        setup.columns = columns
        setup.rows = rows
        setup.restart_interval = restartInterval
        var tables: ScanTables?
        switch form {
        case .bits(let own): tables = own
        case .sourceBits: setup.keeps_ac_codes = 1
        case .symbols: break
        case .coefficients: setup.keeps_coefficients = 1
        }
        setup.is_portable = isPortable ? 1 : 0
        setup.transposes = orientation.transposes ? 1 : 0
        setup.mirrors_columns = orientation.mirrorsHorizontally ? 1 : 0
        setup.mirrors_rows = orientation.mirrorsVertically ? 1 : 0
        for (index, component) in components.enumerated() {
            (moves + 64 * index).initialize(from: component.map.moves, count: 64)
            withUnsafeMutableBytes(of: &setup.components) { bytes in
                bytes.bindMemory(to: jpeg_turn_component.self)[index] = component.raw(UnsafePointer(moves + 64 * index))
            }
            withUnsafeMutableBytes(of: &setup.ac_codes) { bytes in
                bytes.bindMemory(to: UnsafePointer<UInt64>?.self)[index] = tables.map {
                    UnsafePointer($0.ac[index].entries)
                }
            }
        }
        guard let turn = jpeg_turn_create(&setup, base, data.count, Int32(pieces)) else {
            moves.deallocate()
            return nil
        }
        self.turn = turn
    }

    deinit {
        jpeg_turn_free(turn)
        moves.deallocate()
    }

    /// Decodes the data.
    ///
    /// - Returns: whether the data was valid.
    func decode(_ parallelism: Parallelism) -> Bool {
        // One thread decodes each pair of pieces.
        nonisolated(unsafe) let turn = turn
        let isSound = parallelism.map(Int(jpeg_turn_pairs(turn))) { jpeg_turn_decode(turn, Int32($0)) != 0 }
        return isSound.allSatisfy(\.self) && jpeg_turn_connect(turn) != 0
    }

    /// Takes the memory of the source's data, which is not needed once decoded; nil if it has been taken.
    ///
    /// The output has about the same size. In this memory it needs none of its own.
    func takeMemory() -> (base: UnsafeMutableRawPointer, size: Int)? {
        var size = 0
        return jpeg_turn_take_memory(turn, &size).map { ($0, size) }
    }

    /// Frees the memory of the source's data, which is not needed once decoded.
    func freeData() { takeMemory().map { free($0.base) } }

    /// Returns the tables with the shortest codes; nil if a DC difference is too large to be written.
    ///
    /// For symbols, and for bits with the source's AC codes.
    func optimalTables(_ coding: JPEGCoding, planes: [Int]) -> ScanTables? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * count * 256) { memory in
            guard let base = memory.baseAddress else { return nil }
            let isSound = base.withMemoryRebound(to: jpeg_turn_counts.self, capacity: 2 * count) { counts in
                jpeg_turn_count(turn, coding.restartInterval, counts, counts + count) != 0
            }
            guard isSound else { return nil }
            let counts = (0..<(2 * count)).map { index in (0..<256).map { Int(base[256 * index + $0]) } }
            return ScanTables.optimal(
                coding, planes: planes, dc: Array(counts.prefix(count)), ac: Array(counts.dropFirst(count)))
        }
    }

    /// Returns the output codes in the form that C takes; valid while the tables live.
    static func codes(_ tables: ScanTables) -> jpeg_turn_output_codes {
        var codes = jpeg_turn_output_codes()
        for index in tables.dc.indices {
            withUnsafeMutableBytes(of: &codes.dc) { bytes in
                bytes.bindMemory(to: UnsafePointer<UInt64>?.self)[index] = UnsafePointer(tables.dc[index].entries)
            }
            withUnsafeMutableBytes(of: &codes.ac) { bytes in
                bytes.bindMemory(to: UnsafePointer<UInt64>?.self)[index] = UnsafePointer(tables.ac[index].entries)
            }
        }
        return codes
    }
}

extension ScanTurn.Component {
    fileprivate func raw(_ moves: UnsafePointer<Int16>) -> jpeg_turn_component {
        var raw = jpeg_turn_component()
        raw.across = Int32(across)
        raw.down = Int32(down)
        raw.width = size.width
        raw.height = size.height
        raw.dc = dc.raw
        raw.ac = ac.raw
        raw.moves = moves
        return raw
    }
}
