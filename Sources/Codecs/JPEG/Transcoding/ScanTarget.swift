/// The result of decoding a plane's blocks: symbols that are already turned, or coefficients that are not.
enum ScanTarget {
    case symbols(SymbolStore)
    case coefficients(JPEGPlane)
}
