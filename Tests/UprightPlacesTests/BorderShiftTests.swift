internal import UprightPlaces
internal import Testing

@Suite struct BorderShiftTests {
    @Test func withoutPlacesOnTheWrongSideTheBorderStays() {
        var shift = BorderShift()
        shift.add(depth: 0.5, isHere: true, kilometres: 1, isPoint: false)
        shift.add(depth: -0.4, isHere: false, kilometres: 1, isPoint: false)
        #expect(!shift.hasDoubt && shift.kilometres == 0)
    }

    @Test func aPlaceOnTheWrongSideMovesTheBorderPastIt() {
        var shift = BorderShift()
        shift.add(depth: 0.4, isHere: false, kilometres: 0.3, isPoint: false)
        #expect(shift.hasDoubt && shift.kilometres > 0.4 && shift.kilometres < 1)
    }

    @Test func placesOnTheirOwnSideReduceTheShift() {
        var shift = BorderShift()
        shift.add(depth: 0.8, isHere: false, kilometres: 2, isPoint: false)
        for _ in 0..<3 { shift.add(depth: 0.2, isHere: true, kilometres: 0.5, isPoint: false) }
        #expect(shift.kilometres < 0.2)
    }

    @Test func aDistantPlaceHasLittleWeight() {
        var near = BorderShift()
        near.add(depth: 1, isHere: false, kilometres: 0.2, isPoint: false)
        var far = BorderShift()
        far.add(depth: 1, isHere: false, kilometres: 6, isPoint: false)
        #expect(far.kilometres < 0.1 && near.kilometres > 0.9)
    }
}
