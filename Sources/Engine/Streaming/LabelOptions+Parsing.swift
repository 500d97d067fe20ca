internal import UprightBase
internal import UprightRewriting

extension LabelOptions {
    private static let keys = [
        "matrix", "width", "height", "labelled", "format", "outputBytes", "size", "settings", "task", "dimensions",
        "swapLeftRight", "continuous", "boxes",
    ]

    /// Parses the member `labels` of a request: how the picture was turned, and what the labels do not say.
    static func parsed(_ value: JSONValue) throws(StreamRequestError) -> (PictureTurn, LabelOptions) {
        guard case .object(let members) = value else {
            throw StreamRequestError("\"labels\": expected an object", found: value)
        }
        for (name, _) in members where !keys.contains(name) {
            throw StreamRequestError(
                "\"labels\": expected the keys \(keys.joined(separator: ", ")), found \"\(name)\"")
        }
        guard let matrix = value["matrix"], let width = try number("width", value, 1...maximumSide),
            let height = try number("height", value, 1...maximumSide)
        else {
            throw StreamRequestError("\"labels\": expected \"matrix\", \"width\" and \"height\", found other members")
        }
        let size = Size(width: width, height: height)
        guard let turn = PictureTurn(size, by: matrix) else {
            throw StreamRequestError(
                "\"labels.matrix\": expected that of one of the eight turns of \(size) pixels, found \(matrix.serialized)"
            )
        }
        var options = LabelOptions()
        options.convention = try choice("labelled", value) ?? .auto
        options.task = try choice("task", value)
        options.outputBytes = try number("outputBytes", value, 0...Int.max)
        options.dimensions = try number("dimensions", value, 2...3)
        options.settings = try text("settings", value)
        options.format = try text("format", value)
        if let format = options.format, !PictureLabels.formats.contains(format) {
            let known = PictureLabels.formats.joined(separator: ", ")
            throw StreamRequestError("\"labels.format\": expected one of \(known), found \"\(format)\"")
        }
        if let size = value["size"] {
            guard case .array(let sides) = size, case .integer(let width)? = sides.first,
                case .integer(let height)? = sides.last, sides.count == 2
            else { throw StreamRequestError("\"labels.size\": expected [WIDTH, HEIGHT]", found: size) }
            options.size = Size(width: width, height: height)
        }
        if let swaps = value["swapLeftRight"] {
            guard case .boolean(let flag) = swaps else {
                throw StreamRequestError("\"labels.swapLeftRight\": expected a boolean", found: swaps)
            }
            options.swapsSides = flag
        }
        if let names = value["continuous"] {
            guard case .array(let elements) = names else {
                throw StreamRequestError("\"labels.continuous\": expected an array of strings", found: names)
            }
            for case .string(let name) in elements { options.continuous.append(name) }
        }
        if let boxes = value["boxes"] {
            guard case .object(let members) = boxes else {
                throw StreamRequestError("\"labels.boxes\": expected an object", found: boxes)
            }
            for (path, _) in members {
                guard let form: LabelOptions.Boxes.Form = try choice(path, boxes) else { continue }
                options.boxes.append(
                    LabelOptions.Boxes(path: path.split(separator: ".").map(String.init), form: form))
            }
        }
        return (turn, options)
    }

    private static let maximumSide = Int(Int32.max)

    private static func number(
        _ key: String, _ object: JSONValue, _ range: ClosedRange<Int>
    ) throws(StreamRequestError) -> Int? {
        guard let value = object[key] else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw StreamRequestError(
                "\"labels.\(key)\": expected a whole number from \(range.lowerBound) to \(range.upperBound)",
                found: value)
        }
        return number
    }

    private static func text(_ key: String, _ object: JSONValue) throws(StreamRequestError) -> String? {
        guard let value = object[key] else { return nil }
        guard case .string(let text) = value else {
            throw StreamRequestError("\"labels.\(key)\": expected a string", found: value)
        }
        return text
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ object: JSONValue
    ) throws(StreamRequestError) -> Choice? {
        guard let text = try text(key, object) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw StreamRequestError("\"labels.\(key)\": expected one of \(known), found \"\(text)\"")
        }
        return choice
    }
}

extension PictureTurn {
    /// The matrix of the turn, as results have it: x′ = ax + by + c, y′ = dx + ey + f.
    package var matrix: [Double] {
        [transform.a, transform.c, transform.tx, transform.b, transform.d, transform.ty].map(Double.init)
    }

    /// The turn of a picture with a matrix; nil if there is none.
    fileprivate init?(_ size: Size, by matrix: JSONValue) {
        guard case .array(let elements) = matrix else { return nil }
        let numbers = elements.compactMap { element -> Double? in
            switch element {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        let turns = Orientation.allCases.map { PictureTurn($0, of: size) }
        guard let turn = turns.first(where: { $0.matrix == numbers }) else { return nil }
        self = turn
    }
}
