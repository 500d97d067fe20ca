internal import UprightBase

extension Size {
    /// Returns the number of MCUs across and down in a scan of several components (ITU-T T.81, A.2.4).
    ///
    /// - Parameters:
    ///   - horizontal: the largest horizontal sampling factor.
    ///   - vertical: the largest vertical sampling factor.
    func mcus(horizontal: Int, vertical: Int) -> (columns: Int, rows: Int) {
        ((width + 8 * horizontal - 1) / (8 * horizontal), (height + 8 * vertical - 1) / (8 * vertical))
    }
}
