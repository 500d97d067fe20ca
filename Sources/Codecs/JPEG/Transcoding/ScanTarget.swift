/// What a scan's blocks of one plane become: symbols that are turned already, or coefficients that are still to be.
enum ScanTarget {
    case symbols(SymbolStore)
    case coefficients(JPEGPlane)
}
