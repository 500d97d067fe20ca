internal import UprightFiles
internal import UprightPlaces

/// Has the places asked about again that pictures are owed, as soon as the geocoder can be queried.
struct OwedPlacesAttendant: StepAttendant {
    let client: GeocodingClient
    let journal: Journal
    let news: StepNews

    /// How often the client is looked at. It says itself when the server is to be left alone.
    private static let period = Duration.seconds(5)

    func run(_ report: @Sendable (_ message: String, _ isError: Bool) -> Void) async {
        var told = ""
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.period) } catch { return }
            let owed: Int
            do throws(JournalError) { owed = try await journal.owedPlaces().values.reduce(0, +) } catch { continue }
            guard owed > 0 else { continue }
            guard let trouble = await client.trouble else {
                news.tell()
                continue
            }
            guard "\(trouble)" != told else { continue }
            told = "\(trouble)"
            report("the places of \(owed) delivered pictures are owed until the geocoder answers: \(trouble)", false)
        }
    }
}
