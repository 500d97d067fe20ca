internal import UprightBase

/// How the labels of a picture move, as far as their file says on which picture they were made.
struct LabelPlacement {
    /// How the picture was turned.
    let turn: PictureTurn
    let options: LabelOptions
    /// On which picture the labels were made; nil while it is not known.
    private(set) var found: LabelConvention?

    init(turn: PictureTurn, options: LabelOptions) { (self.turn, self.options) = (turn, options) }

    /// The longer side of the picture.
    var side: Int { max(turn.storedSize.width, turn.storedSize.height) }

    /// Whether these are the dimensions of the picture, as stored or upright.
    func isSize(_ width: Int?, _ height: Int?) -> Bool {
        guard let width, let height else { return false }
        return [turn.storedSize, turn.uprightSize].contains(Size(width: width, height: height))
    }

    /// Returns the turn of labels whose file gives the dimensions of its picture, or none; nil if they fit the upright picture.
    ///
    /// - Parameter given: whether other members have given its dimensions.
    mutating func turn(width: Double?, height: Double?, given isGiven: Bool = false) throws(LabelRefusal)
        -> PictureTurn?
    {
        guard turn.orientation != .up else { return nil }
        if isGiven, let found { return found == .stored ? turn : nil }
        var given: LabelConvention?
        if let width = width ?? options.size.map({ Double($0.width) }),
            let height = height ?? options.size.map({ Double($0.height) })
        {
            func isSize(_ size: Size) -> Bool { width == Double(size.width) && height == Double(size.height) }
            let (stored, displayed) = (turn.storedSize, turn.uprightSize)
            guard isSize(stored) || isSize(displayed) else {
                throw LabelRefusal(
                    expected:
                        "\(stored.width)×\(stored.height) pixels as stored or \(displayed.width)×\(displayed.height) "
                        + "as displayed", found: "labels of \(LabelNumber(width))×\(LabelNumber(height)) pixels")
            }
            if stored != displayed { given = isSize(stored) ? .stored : .displayed }
        }
        let asked = options.convention == .auto ? nil : options.convention
        guard let convention = given ?? asked else { throw .silent }
        if let asked, asked != convention {
            throw LabelRefusal(
                expected: "labels made on the \(asked.rawValue) picture (labelled)",
                found: "dimensions of the \(convention.rawValue) one")
        }
        found = convention
        return convention == .stored ? turn : nil
    }
}
