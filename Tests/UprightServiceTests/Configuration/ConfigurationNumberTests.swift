internal import UprightConfiguration
internal import UprightEngine
import Testing

/// Numbers at the ends of the types and beyond, under each key that takes one.
@Suite struct ConfigurationNumberTests {
    static let numbers = [
        "0", "-0", "-1", "1", "127", "128", "32768", "65536", "2147483647", "2147483648", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551616", "1e308", "-1e308", "1e999", "5e-324", ".nan", "nan", "inf", "-.inf",
        "0x7fffffffffffffff",
        "9_223_372_036_854_775_807", "9223372036854775807.5", "." + String(repeating: "9", count: 400),
        String(repeating: "9", count: 400), String(repeating: "9", count: 400) + ".5",
    ]
    static let units = ["", "B", "kB", "KiB", "TiB", "G", "M", "k", "ms", "s", "min", "h", "d"]
    static let sections = [
        "jobs: N", "limits: {pixels: N}", "limits: {side: N}", "limits: {file-size: N}", "limits: {scans: N}",
        "limits: {chunk-size: N}", "limits: {inflated-metadata: N}", "limits: {frames: N}",
        "limits: {animation-pixels: N}", "limits: {output-ratio: N}", "limits: {output-allowance: N}",
        "limits: {memory: N}", "limits: {cpu-time: N}", "limits: {time: N}", "limits: {files-per-worker: N}",
        "limits: {free-space: N}", "retry: {attempts: N}", "retry: {delay: N}", "retry: {longest-delay: N}",
        "journal: {keep: N}", "status: {listen: \"127.0.0.1:N\"}", "gallery: {listen: \"127.0.0.1:N\"}",
        "on-failure: {command: [a], interval: N, timeout: N}", "steps: [geotag: {position: \"N,N\"}]",
        "steps: [geotag: {position: [N, N, N]}]", "steps: [geotag: {max-gap: N, clock-offset: N}]",
        "steps: [place: {overrides: [{at: \"N,N\", radius: N, name: a}]}]",
        "steps: [place: {overrides: [{at: \"1,1\", radius: N, name: a}]}]",
    ]

    @Test(arguments: sections) func everyNumberIsAValueOrAProblem(section: String) {
        for number in Self.numbers {
            for unit in Self.units {
                let text = ConfigurationTests.least + section.replacing("N", with: number + unit) + "\n"
                do {
                    let configuration = try ConfigurationTests.read(text)
                    #expect(configuration.parallelJobs > 0)
                } catch {
                    #expect(!error.problems.isEmpty, "\(text)")
                }
            }
        }
    }

    @Test(arguments: numbers) func everyQuantityIsOneOrNone(number: String) {
        for unit in Self.units {
            #expect(Quantity.bytes(number + unit) ?? 0 >= 0)
            #expect(Quantity.count(number + unit) ?? 0 >= 0)
            #expect((Quantity.duration(number + unit) ?? .zero) >= .zero)
            #expect((Quantity.duration(number + unit) ?? .zero).milliseconds >= 0)
        }
    }
}
