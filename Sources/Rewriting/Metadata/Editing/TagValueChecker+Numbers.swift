internal import UprightFormats

extension TagValueChecker {
    /// Returns numbers of a type from a number, a list, or text: `1/125`, `0.008`, `4 5 6`.
    func numbers(
        _ value: PropertyValue, _ type: TIFFFieldType, _ definition: TagDefinition
    ) throws(MetadataValueError) -> MetadataValue {
        let words: [String] =
            switch value {
            case .string(let text):
                text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
            case .integer, .real: [value.json]
            case .array(let array): array.map { $0.string ?? $0.json }
            default: []
            }
        guard !words.isEmpty else {
            throw .kind(tag: tag, expected: definition.types.map(\.name).joined(separator: " or "), found: value.json)
        }
        switch type {
        case .byte: return .byte(try integers(words, type))
        case .short:
            // If the tag can also be a LONG, a large number becomes one.
            if definition.types.contains(.long), words.contains(where: { Int($0) ?? 0 > 0xFFFF }) {
                return .long(try integers(words, .long))
            }
            return .short(try integers(words, type))
        case .long: return .long(try integers(words, type))
        case .sbyte: return .signedByte(try integers(words, type))
        case .sshort: return .signedShort(try integers(words, type))
        case .slong: return .signedLong(try integers(words, type))
        case .rational: return .rational(try rationals(words))
        case .srational: return .signedRational(try signedRationals(words))
        default: throw .kind(tag: tag, expected: type.name, found: value.json)
        }
    }

    private func integers<Unit: FixedWidthInteger>(
        _ words: [String], _ type: TIFFFieldType
    ) throws(MetadataValueError) -> [Unit] {
        var units: [Unit] = []
        for word in words {
            guard let unit = Unit(word) else {
                throw .range(
                    tag: tag, expected: "whole numbers from \(Unit.min) to \(Unit.max) (\(type.name))", found: word)
            }
            units.append(unit)
        }
        return units
    }

    private func rationals(_ words: [String]) throws(MetadataValueError) -> [Rational] {
        var units: [Rational] = []
        for word in words {
            guard
                let unit = Rational(word)
                    ?? ExactFraction(decimal: word).flatMap({
                        $0.isNegative && $0.numerator > 0 ? nil : Self.unlessLost($0, Rational(approximating: $0))
                    })
            else {
                throw .range(
                    tag: tag, expected: "numbers from 0 to 4294967295, or fractions a/b (RATIONAL)", found: word)
            }
            guard unit.denominator != 0 else { throw Self.noNumber(tag, word) }
            units.append(unit)
        }
        return units
    }

    /// Returns an approximation, unless it is 0 and the number is not.
    private static func unlessLost(_ number: ExactFraction, _ approximation: Rational?) -> Rational? {
        approximation?.numerator == 0 && number.numerator > 0 ? nil : approximation
    }

    private func signedRationals(_ words: [String]) throws(MetadataValueError) -> [SignedRational] {
        var units: [SignedRational] = []
        for word in words {
            guard let unit = SignedRational(word) ?? Double(word).flatMap({ SignedRational(approximating: $0) }) else {
                throw .range(
                    tag: tag, expected: "numbers from -2147483647 to 2147483647, or fractions a/b (SRATIONAL)",
                    found: word)
            }
            guard unit.denominator != 0 else { throw Self.noNumber(tag, word) }
            units.append(unit)
        }
        return units
    }

    /// `1/0` and `0/0`: Exif gives such fractions a meaning in LensSpecification alone, which has a handler.
    private static func noNumber(_ tag: TagID, _ word: String) -> MetadataValueError {
        .range(tag: tag, expected: "fractions a/b in which b is not 0", found: word)
    }
}
