internal import ArgumentParser

/// An argument that is one of some words.
///
/// The argument parser's own lists of them take 7 % of the instructions of a start, since they are made by reflection.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension WordArgument {
    static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    // The words say it.
    static var allValueDescriptions: [String: String] { [:] }
}
