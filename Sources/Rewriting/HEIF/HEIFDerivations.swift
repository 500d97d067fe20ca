/// Which items are derived from which: the references of type `dimg` (ISO/IEC 23008-12, section 6.6).
///
/// A derivation takes its inputs as their own properties show them. If an input is turned, what is derived from it is turned,
/// too, and a rotation of its own would turn it twice.
struct HEIFDerivations {
    private var inputs: [Int: [Int]] = [:]
    private var outputs: [Int: [Int]] = [:]

    init(_ meta: HEIFMeta) {
        for reference in meta.references where reference.type == "dimg" {
            inputs[reference.from, default: []] += reference.to
            for item in reference.to { outputs[item, default: []].append(reference.from) }
        }
    }

    /// Returns the items that some items are derived from, directly or not.
    func sources(of items: [Int]) -> Set<Int> { Self.reached(from: items, by: inputs) }

    /// Returns the items that are derived from some items, directly or not.
    func derived(from items: [Int]) -> Set<Int> { Self.reached(from: items, by: outputs) }

    private static func reached(from items: [Int], by steps: [Int: [Int]]) -> Set<Int> {
        var reached: Set<Int> = []
        var open = items
        while let item = open.popLast() {
            for next in steps[item] ?? [] where reached.insert(next).inserted { open.append(next) }
        }
        return reached
    }
}

extension HEIFMeta {
    /// The item whose properties turn the picture: the primary one.
    ///
    /// A tone-mapped picture (`tmap`) without a rotation of its own is turned by its inputs instead: viewers that do not know
    /// tone mapping show the first of them, and libavif refuses a file in which the derivation itself is turned.
    var pictured: Int {
        guard item(primary)?.type == "tmap", properties.transforms(of: primary)?.isEmpty == true,
            let base = references("dimg", from: primary).first, item(base) != nil
        else { return primary }
        return base
    }
}
