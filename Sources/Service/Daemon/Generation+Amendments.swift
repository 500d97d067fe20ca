internal import UprightEngine
internal import Logging
internal import UprightSteps

extension Generation {
    /// Gives delivered pictures what steps have for them by now: at the start, and whenever a step tells that there may be something.
    func amendOwed() async {
        var told = 0
        await amendOwed(&told)
        for await _ in environment.news.stream { await amendOwed(&told) }
    }

    /// - Parameter told: how many outputs that stay as they are have been logged last.
    private func amendOwed(_ told: inout Int) async {
        while !Task.isCancelled {
            var isOwed = false
            for lane in lanes {
                let count = await lane.amendOwed()
                isOwed = isOwed || count.later > 0
                if count.amended > 0 {
                    log.notice(
                        "\(lane.folder.source): \(count.amended) delivered pictures got what a later track, sidecar or geocoder's answer says"
                    )
                }
                guard count.changed > 0, count.changed != told else { continue }
                told = count.changed
                log.notice(
                    """
                    \(lane.folder.source): \(count.changed) delivered pictures were changed by other programs since, and do not get \
                    what a later track, sidecar or geocoder's answer says; upright geotag writes positions into them
                    """)
            }
            guard isOwed else { return }
            do { try await Task.sleep(for: .seconds(10)) } catch { return }
        }
    }
}
