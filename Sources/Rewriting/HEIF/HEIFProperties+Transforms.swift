internal import UprightFormats

extension HEIFProperties {
    /// Returns the rotation and mirror of an item, and their effect: properties apply in the order of their association.
    ///
    /// - Returns: nil if an item has a property more than once.
    func transforms(of id: Int) -> HEIFTransforms? {
        var transforms = HEIFTransforms.none
        for property in properties(of: id) {
            switch property.type {
            case "irot":
                guard transforms.rotation == nil, transforms.mirror == nil, let field = property.payload.first else {
                    return nil
                }
                transforms.rotation = Int(field & 3)
            case "imir":
                guard transforms.mirror == nil, let field = property.payload.first else { return nil }
                transforms.mirror = Int(field & 1)
            case "clap":
                // A crop after a turn counts in the turned picture.
                guard transforms.isEmpty else { return nil }
            default: break
            }
        }
        return transforms
    }

    /// Gives items new rotations and mirrors.
    ///
    /// A property whose users all get the same value is edited in place. Otherwise an item gets another property, an
    /// existing one if its value fits; one that loses its last user is removed.
    ///
    /// - Parameter targets: the new transforms of each item.
    mutating func set(_ targets: [Int: HEIFTransforms]) throws(FormatError) {
        var abandoned: Set<Int> = []
        for (type, value) in [("irot", \HEIFTransforms.rotation), ("imir", \HEIFTransforms.mirror)] {
            for id in targets.keys.sorted() {
                let target = targets[id]?[keyPath: value]
                let old = associations(of: id).map(\.property).first { $0 > 0 && properties[$0 - 1].type == type }
                let current = old.flatMap { properties[$0 - 1].payload.first.map { Int($0) } }
                guard (current ?? -1) != (target ?? -1) else { continue }
                if let old, let target, users(of: old).allSatisfy({ targets[$0]?[keyPath: value] == target }) {
                    properties[old - 1].bytes[properties[old - 1].header] = UInt8(truncatingIfNeeded: target)
                    continue
                }
                if let old {
                    dissociate(old, from: id)
                    abandoned.insert(old)
                }
                if let target { try associate(number(type, target), with: id) }
            }
        }
        for property in abandoned.sorted(by: >) where users(of: property).isEmpty { remove(property) }
    }

    /// Returns the number of a property with a value, which is added if there is none.
    private mutating func number(_ type: String, _ value: Int) -> Int {
        let payload = [UInt8(truncatingIfNeeded: value)]
        if let index = properties.firstIndex(where: { $0.type == type && Array($0.payload) == payload }) {
            return index + 1
        }
        properties.append(Property(type: type, bytes: ISOBox.serialized(type, payload), range: nil, header: 8))
        return properties.count
    }

    private mutating func dissociate(_ property: Int, from id: Int) {
        for table in tables.indices {
            for entry in tables[table].entries.indices where tables[table].entries[entry].id == id {
                tables[table].entries[entry].associations.removeAll { $0.property == property }
            }
        }
    }

    /// Associates a rotation or mirror with an item: after all other properties, but a rotation before a mirror.
    private mutating func associate(_ property: Int, with id: Int) throws(FormatError) {
        guard
            let table = tables.lastIndex(where: { $0.entries.contains { $0.id == id } }),
            let entry = tables[table].entries.lastIndex(where: { $0.id == id })
        else { throw FormatError("item \(id) has no properties") }
        var list = tables[table].entries[entry].associations
        guard list.count < 255, property <= 0x7FFF else {
            throw FormatError("item \(id) has too many properties")
        }
        let isRotation = properties[property - 1].type == "irot"
        let mirror = list.firstIndex { $0.property > 0 && properties[$0.property - 1].type == "imir" }
        let index = isRotation ? mirror ?? list.endIndex : list.endIndex
        list.insert(Association(property: property, isEssential: true), at: index)
        tables[table].entries[entry].associations = list
    }

    /// Removes a property without users. The numbers of those after it change.
    private mutating func remove(_ property: Int) {
        properties.remove(at: property - 1)
        for table in tables.indices {
            for entry in tables[table].entries.indices {
                for place in tables[table].entries[entry].associations.indices
                where tables[table].entries[entry].associations[place].property > property {
                    tables[table].entries[entry].associations[place].property -= 1
                }
            }
        }
    }
}
