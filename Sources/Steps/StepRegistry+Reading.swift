internal import UprightBase
package import UprightConfiguration
internal import Yams

extension StepRegistry {
    /// Reads the steps under the key `steps`. Each entry is the name of a step, or the name with its settings.
    package func steps(in section: ConfigurationSection) -> [any Step] {
        guard let member = section.member("steps") else { return defaults }
        guard let sequence = member.node.sequence else {
            section.report(
                "steps", expected: "a list of steps, each beginning with \"- \"", found: describe(member.node))
            return []
        }
        let names = kinds.map { $0.name }
        var steps: [any Step] = []
        var highest = -1
        for (index, node) in sequence.enumerated() {
            let path = "\(section.fullName("steps"))[\(index)]"
            guard let (name, settings) = Self.entry(node), let position = names.firstIndex(of: name) else {
                let word = Self.entry(node)?.name
                section.context.report(
                    node.mark?.line, path, expected: "one of the steps \(names.joined(separator: ", "))",
                    found: word.map { "\"\($0)\"" } ?? describe(node),
                    suggestion: word.map { Suggestion.nearest(to: $0, in: names) } ?? "")
                continue
            }
            if position <= highest {
                section.context.report(
                    node.mark?.line, path, expected: "each step once, in the order \(names.joined(separator: ", "))",
                    found: "\"\(name)\" here")
            }
            highest = max(highest, position)
            let kind = kinds[position]
            steps.append(
                kind.init(
                    reading: ConfigurationSection(
                        settings ?? .absent, path: "\(path).\(name)", keys: kind.keys,
                        context: section.context)))
        }
        return steps
    }

    private static func entry(_ node: Node) -> (name: String, settings: Node?)? {
        if let scalar = node.scalar, !isNull(node) { return (scalar.string, nil) }
        guard let mapping = node.mapping, mapping.count == 1, let (key, value) = mapping.first,
            let name = key.scalar?.string
        else { return nil }
        return (name, value)
    }
}
