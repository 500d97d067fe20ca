extension [any Step] {
    /// The steps that correct the dates that a camera's clock wrote.
    ///
    /// - Parameters:
    ///   - shift: the seconds to add.
    ///   - zone: the zone of the clock (``TimeStep/Clock/zone``); nil to write none.
    ///   - overwrites: whether zones that files have are replaced.
    package static func correctingClock(shift: Int, zone: String?, overwrites: Bool) -> [any Step] {
        var step = TimeStep()
        (step.clock.shift, step.clock.zone, step.overwrites) = (shift, zone, overwrites)
        return [step]
    }
}
