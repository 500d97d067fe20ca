/// Formats a street with its house number.
enum StreetText {
    static func of(_ street: String?, _ number: String?) -> String? {
        guard let street else { return nil }
        return number.map { "\(street) \($0)" } ?? street
    }
}
