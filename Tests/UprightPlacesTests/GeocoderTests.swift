internal import Foundation
internal import UprightPlaces
internal import Testing
internal import UprightFormats

@Suite struct GeocoderTests {
    static func located(_ latitude: Double, _ longitude: Double, _ country: String? = "DE") -> LocatedPosition {
        LocatedPosition(position: Position(latitude: latitude, longitude: longitude)!, countryCode: country)
    }

    static let marienplatz = located(48.13743, 11.57549)
    static let beijing = located(39.908722, 116.397499, "CN")

    static let nominatim = """
        {"type":"FeatureCollection","geocoding":{"version":"0.1.0"},"features":[{"type":"Feature","properties":{"geocoding":
        {"place_id":1,"osm_type":"way","type":"house","label":"x","name":"","housenumber":"8","postcode":"80331",
        "street":"Marienplatz","district":"Altstadt-Lehel","city":"München","state":"Bayern","country":"Deutschland",
        "country_code":"de","admin":{"level4":"Bayern"}}},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}
        """
    static let photon = """
        {"features":[{"geometry":{"coordinates":[11.57,48.13],"type":"Point"},"type":"Feature","properties":{"osm_type":"W",
        "osm_key":"building","osm_value":"yes","type":"house","housenumber":"8","street":"Marienplatz","countrycode":"DE",
        "name":"Rathaus","city":"München","district":"Altstadt","state":"Bayern","country":"Deutschland"}}],
        "type":"FeatureCollection"}
        """

    static func amap(_ addresses: [String]) -> String {
        let list = addresses.map { #"{"formatted_address":"x","addressComponent":\#($0)}"# }.joined(separator: ",")
        return #"{"status":"1","info":"OK","infocode":"10000","regeocodes":[\#(list)]}"#
    }
    static let dongcheng = """
        {"country":"中国","province":"北京市","city":[],"citycode":"010","district":"东城区","adcode":"110101",
        "township":"东华门街道","streetNumber":{"street":"东长安街","number":"1号","location":"1,2"},"neighborhood":{"name":[]}}
        """
    static let hangzhou = """
        {"country":"中国","province":"浙江省","city":"杭州市","district":"西湖区","adcode":"330106","township":"北山街道",
        "streetNumber":{"street":[],"number":[]}}
        """
    static let xiantao = """
        {"country":"中国","province":"湖北省","city":[],"district":"仙桃市","adcode":"429004","township":"沙嘴街道",
        "streetNumber":{"street":"仙桃大道","number":[]}}
        """
    static let nowhere = """
        {"country":[],"province":[],"city":[],"district":[],"adcode":[],"township":[],"streetNumber":[]}
        """

    static func client(
        _ service: any GeocodingService, time: ManualTime = ManualTime(), cache: MemoryCache? = nil,
        timeout: Double = 60,
        retry: GeocodingRetryPolicy = GeocodingRetryPolicy(), language: String? = "de"
    ) -> GeocodingClient {
        GeocodingClient(
            service, transport: URLTransport(userAgent: "upright-tests/1", timeout: timeout), cache: cache,
            language: language, retry: retry, now: time.now, sleep: time.sleep)
    }

    @Test func nominatimIsQueriedAndParsed() async throws {
        try await LocalGeocoder.answering([.init(body: Self.nominatim)]) { server, base in
            let places = await Self.client(NominatimService(base: base + "/")).places(at: [Self.marienplatz])
            let place = try #require(places[0]?.place)
            #expect(place.countryCode == "DE" && place.country == "Deutschland" && place.region == "Bayern")
            #expect(place.city == "München" && place.district == "Altstadt-Lehel" && place.street == "Marienplatz 8")
            #expect(place.source == "nominatim")
            #expect(
                server.requests == [
                    "/reverse?format=geocodejson&lat=48.1374300&lon=11.5754900&zoom=18&layer=address&accept-language=de"
                ])
            #expect(server.userAgents == ["upright-tests/1"])
        }
    }

    @Test func photonIsQueriedAndParsed() async throws {
        try await LocalGeocoder.answering([.init(body: Self.photon)]) { server, base in
            let client = Self.client(PhotonService(base: base), language: "de-AT")
            let place = try #require(await client.places(at: [Self.marienplatz])[0]?.place)
            #expect(place.countryCode == "DE" && place.city == "München" && place.street == "Marienplatz 8")
            #expect(server.requests == ["/reverse?lat=48.1374300&lon=11.5754900&lang=de"])
        }
    }

    @Test func amapTakesBatchesInItsOwnCoordinates() async throws {
        let body = Self.amap([Self.dongcheng, Self.hangzhou, Self.xiantao, Self.nowhere])
        try await LocalGeocoder.answering([.init(body: body)]) { server, base in
            let client = Self.client(AMapService(base: base, key: "s3cr3t"))
            let places = await client.places(at: [
                Self.beijing, Self.located(30.25, 120.15, "CN"), Self.located(30.36, 113.45, "CN"),
                Self.located(22.3, 114.17, "HK"), Self.marienplatz,
            ])
            #expect(places[0]?.place?.city == "北京市" && places[0]?.place?.street == "东长安街1号")
            #expect(places[0]?.place?.district == "东城区" && places[0]?.place?.countryCode == "CN")
            #expect(places[1]?.place?.city == "杭州市" && places[1]?.place?.street == nil)
            #expect(places[2]?.place?.city == "仙桃市" && places[2]?.place?.region == "湖北省")
            #expect(places[3] != nil && places[3]?.place == nil)
            #expect(places[4] == nil)
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1 && request.contains("batch=true") && request.contains("key=s3cr3t"))
            let list = try #require(request.firstMatch(of: /location=([^&]*)/)?.output.1.split(separator: "|"))
            #expect(list.count == 4)
            // The mainland is shifted, Hong Kong is not.
            #expect(list[0] == "116.403742,39.910127" || list[0].hasPrefix("116.4037"))
            #expect(list[3] == "114.170000,22.300000")
        }
    }

    @Test func batchesHaveTwentyPositions() async throws {
        let positions = (0..<45).map { Self.located(30 + Double($0) * 0.01, 120, "CN") }
        let replies = [20, 20, 5].map {
            LocalGeocoder.Reply(body: Self.amap(Array(repeating: Self.hangzhou, count: $0)))
        }
        try await LocalGeocoder.answering(replies) { server, base in
            let service = AMapService(base: base, key: "k", requestsAtATime: 1)
            let places = await Self.client(service).places(at: positions)
            #expect(server.requests.count == 3)
            #expect(places.filter { $0?.place?.city == "杭州市" }.count == 45)
        }
    }

    @Test func gcj02HasItsInverse() throws {
        let moved = GCJ02.position(fromWGS84: Self.beijing.position)
        // The result of the published formula for the Gate of Heavenly Peace.
        #expect(abs(moved.latitude - 39.910127) < 2e-4 && abs(moved.longitude - 116.403742) < 2e-4)
        for (latitude, longitude) in [(39.9, 116.4), (22.54, 114.06), (43.8, 87.6), (18.25, 109.5), (53.4, 122.3)] {
            let position = try #require(Position(latitude: latitude, longitude: longitude))
            let there = GCJ02.position(fromWGS84: position)
            let kilometres = position.distance(to: there)
            #expect(kilometres > 0.05 && kilometres < 1)
            #expect(GCJ02.wgs84(from: there).distance(to: position) < 1e-6)
        }
    }

    // MARK: Failures

    @Test(arguments: [
        (#"{"error":"Unable to geocode"}"#, true), (#"{"features":[]}"#, true),
        (#"{"features":[{"properties":{"geocoding":[]}}]}"#, true), ("[]", false), ("{}", false),
        ("{\"features\":", false),
        ("<html>", false), ("", false),
    ])
    func emptyAndBrokenAnswers(body: String, isAnswer: Bool) async throws {
        try await LocalGeocoder.answering([.init(body: body)]) { server, base in
            let answer = await Self.client(NominatimService(base: base)).places(at: [Self.marienplatz])
            #expect((answer[0] != nil) == isAnswer && answer[0]?.place == nil)
            #expect(server.requests.count == (isAnswer ? 1 : 3))
        }
    }

    @Test func errorsAreRetriedWithIncreasingDelays() async throws {
        let time = ManualTime()
        let replies = [
            LocalGeocoder.Reply(status: 500), .init(status: 429, headers: ["Retry-After": "7"]),
            .init(body: Self.photon),
        ]
        try await LocalGeocoder.answering(replies) { server, base in
            let client = Self.client(PhotonService(base: base), time: time)
            #expect(await client.places(at: [Self.marienplatz])[0]?.place?.city == "München")
            #expect(server.requests.count == 3 && time.waits.contains { $0 >= 1 && $0 <= 2 } && time.waits.contains(7))
        }
    }

    @Test func aServerThatIsDownIsNotQueriedForAWhile() async throws {
        let time = ManualTime()
        try await LocalGeocoder.answering([.init(status: 502)]) { server, base in
            let client = Self.client(PhotonService(base: base), time: time)
            for number in 0..<5 { _ = await client.places(at: [Self.located(48 + Double(number), 11)]) }
            #expect(server.requests.count == 4)
            #expect(await client.trouble != nil)
            time.pass(61)
            _ = await client.places(at: [Self.located(60, 11)])
            #expect(server.requests.count == 5)
        }
    }

    @Test(arguments: [10003, 10044])
    func aQuotaEndsTheDay(code: Int) async throws {
        let time = ManualTime()
        let refusal = #"{"status":"0","info":"DAILY_QUERY_OVER_LIMIT for key s3cr3t","infocode":"\#(code)"}"#
        try await LocalGeocoder.answering([.init(body: refusal), .init(body: Self.amap([Self.dongcheng]))]) {
            server, base in
            let client = Self.client(AMapService(base: base, key: "s3cr3t"), time: time)
            #expect(await client.places(at: [Self.beijing])[0] == nil)
            time.pass(3600)
            #expect(await client.places(at: [Self.beijing])[0] == nil)
            #expect(server.requests.count == 1)
            let trouble = try #require(await client.trouble)
            #expect(trouble.kind == .quota && !"\(trouble)".contains("s3cr3t"))
            time.pass(86_400)
            #expect(await client.places(at: [Self.beijing])[0]?.place?.city == "北京市")
        }
    }

    /// A server can repeat what it was sent, here in its code for the failure.
    @Test func aKeyInAnAnswerIsNotShown() async throws {
        let time = ManualTime()
        let refusal = #"{"status":"0","info":"x","infocode":"for s3cr3t"}"#
        try await LocalGeocoder.answering((0..<20).map { _ in .init(body: refusal) }) { _, base in
            let client = Self.client(AMapService(base: base, key: "s3cr3t"), time: time)
            var trouble = await client.trouble
            for _ in 0..<10 where trouble == nil {
                #expect(await client.places(at: [Self.beijing])[0] == nil)
                trouble = await client.trouble
            }
            let text = "\(try #require(trouble))"
            #expect(text.contains("infocode for •••") && !text.contains("s3cr3t"))
        }
    }

    @Test("A wrong key is not tried again within the hour; an account can be mended without a restart")
    func aWrongKeyIsNotRetried() async throws {
        let time = ManualTime()
        let refusal = #"{"status":"0","info":"INVALID_USER_KEY","infocode":"10001"}"#
        try await LocalGeocoder.answering([.init(body: refusal), .init(body: Self.amap([Self.dongcheng]))]) {
            server, base in
            let client = Self.client(AMapService(base: base, key: "s3cr3t"), time: time)
            for _ in 0..<3 {
                #expect(await client.places(at: [Self.beijing])[0] == nil)
                time.pass(1000)
            }
            #expect(server.requests.count == 1)
            #expect(await client.trouble?.kind == .configuration)
            time.pass(1000)
            #expect(await client.places(at: [Self.beijing])[0]?.place != nil)
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: [10004, 10014, 10015, 10016, 10019, 10020, 10021])
    func tooManyRequestsAreSlowedDown(code: Int) async throws {
        let refusal = #"{"status":"0","info":"QPS_HAS_EXCEEDED_THE_LIMIT","infocode":"\#(code)"}"#
        try await LocalGeocoder.answering([.init(body: refusal), .init(body: Self.amap([Self.dongcheng]))]) {
            server, base in
            let client = Self.client(AMapService(base: base, key: "k"))
            #expect(await client.places(at: [Self.beijing])[0]?.place != nil)
            #expect(server.requests.count == 2)
        }
    }

    @Test func aLanguageThatAServerDoesNotHaveIsNotAskedForAgain() async throws {
        let refusal = #"{"message":"Language is not supported. Supported are: default, en, de, fr"}"#
        let replies = [LocalGeocoder.Reply(status: 400, body: refusal), .init(body: Self.photon)]
        try await LocalGeocoder.answering(replies) { server, base in
            let client = Self.client(PhotonService(base: base), language: "zh-CN")
            #expect(await client.places(at: [Self.marienplatz])[0]?.place?.city == "München")
            #expect(await client.places(at: [Self.located(49, 12)])[0]?.place != nil)
            #expect(server.requests.map { $0.contains("lang=zh") } == [true, false, false])
        }
        // A request that is refused without a language is not repeated.
        try await LocalGeocoder.answering([.init(status: 400, body: refusal)]) { server, base in
            let client = Self.client(PhotonService(base: base), language: nil)
            let answer = await client.places(at: [Self.marienplatz])[0]
            #expect(answer != nil && answer?.place == nil && server.requests.count == 1)
        }
    }

    @Test func aConnectionThatIsCutIsTriedAgain() async throws {
        let cutting = try CuttingServer(
            sending: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"features\":[")
        let client = Self.client(PhotonService(base: "http://127.0.0.1:\(cutting.port)"))
        #expect(await client.places(at: [Self.marienplatz])[0] == nil)
        cutting.stop()
        #expect(cutting.connections >= 3, "\(cutting.connections)")
        let silent = try CuttingServer(sending: "")
        let other = Self.client(AMapService(base: "http://127.0.0.1:\(silent.port)", key: "s3cr3t"))
        #expect(await other.places(at: [Self.beijing])[0] == nil)
        silent.stop()
        let trouble = await other.trouble
        #expect(!"\(trouble.map { "\($0)" } ?? "")".contains("s3cr3t"))
    }

    @Test func aLoginPageIsNotAnAnswer() async throws {
        try await LocalGeocoder.answering([.init(type: "text/html", body: Self.photon)]) { _, base in
            let client = Self.client(PhotonService(base: base))
            #expect(await client.places(at: [Self.marienplatz])[0] == nil)
        }
    }

    @Test func redirectionsStayOnTheServer() async throws {
        let here = LocalGeocoder.Reply(status: 302, headers: ["Location": "/v2/reverse"], body: "{}")
        try await LocalGeocoder.answering([here, .init(body: Self.photon)]) { server, base in
            #expect(await Self.client(PhotonService(base: base)).places(at: [Self.marienplatz])[0]?.place != nil)
            #expect(server.requests.count == 2)
        }
        try await LocalGeocoder.answering([.init(body: Self.photon)]) { thief, elsewhere in
            // To another name, and to another port of the same host.
            for there in [elsewhere.replacing("127.0.0.1", with: "localhost"), elsewhere] {
                let reply = LocalGeocoder.Reply(
                    status: 302, headers: ["Location": there + "/?key=s3cr3t"], body: "{}")
                try await LocalGeocoder.answering([reply]) { _, base in
                    let client = Self.client(AMapService(base: base, key: "s3cr3t"))
                    #expect(await client.places(at: [Self.beijing])[0] == nil)
                    #expect(thief.requests.isEmpty)
                }
            }
        }
    }

    @Test(arguments: [
        ("120", 120.0), (" 0 ", 0), ("-5", 0), ("1e9", 86_400), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
        ("Sun, 06 Nov 1994 08:48:00 GMT", 0), ("Mon, 07 Nov 2094 08:49:37 GMT", 86_400), ("soon", nil), ("", nil),
        ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil), ("nan", nil),
    ])
    func retryAfterIsSecondsOrADate(text: String, seconds: Double?) {
        #expect(RetryAfter.seconds(text, now: 784_111_740) == seconds)
    }

    @Test func aMissingAnswerTimesOut() async throws {
        var retry = GeocodingRetryPolicy()
        retry.tries = 1
        try await LocalGeocoder.answering([.init(body: Self.photon, delay: 600)]) { _, base in
            let client = Self.client(PhotonService(base: base), timeout: 0.5, retry: retry)
            let start = ContinuousClock.now
            #expect(await client.places(at: [Self.marienplatz])[0] == nil)
            #expect(ContinuousClock.now - start < .seconds(500))
        }
        let nobody = Self.client(PhotonService(base: "http://127.0.0.1:9"), retry: retry)
        #expect(await nobody.places(at: [Self.marienplatz])[0] == nil)
    }

    @Test func nothingIsQueriedTwice() async throws {
        let cache = MemoryCache()
        let time = ManualTime()
        try await LocalGeocoder.answering([.init(body: Self.photon, delay: 0.1)]) { server, base in
            let client = Self.client(PhotonService(base: base), time: time, cache: cache)
            // Twenty pictures of one place at the same time, some metres apart.
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        _ = await client.places(at: [Self.located(48.137_41 + Double(number % 3) * 1e-5, 11.57549)])
                    }
                }
            }
            #expect(server.requests.count == 1)
            let other = Self.client(PhotonService(base: base), time: time, cache: cache)
            #expect(other.known(at: Self.marienplatz.position)?.place?.city == "München")
            #expect(await other.places(at: [Self.marienplatz])[0]?.place != nil)
            #expect(server.requests.count == 1)
            time.pass(181 * 86_400)
            _ = await other.places(at: [Self.marienplatz])
            #expect(server.requests.count == 2)
        }
    }

    @Test func answersWithoutAPlaceExpire() async throws {
        let time = ManualTime()
        try await LocalGeocoder.answering([.init(body: #"{"features":[]}"#)]) { server, base in
            let client = Self.client(PhotonService(base: base), time: time)
            for _ in 0..<3 { #expect(await client.places(at: [Self.marienplatz])[0]?.place == nil) }
            #expect(server.requests.count == 1)
            time.pass(8 * 86_400)
            _ = await client.places(at: [Self.marienplatz])
            #expect(server.requests.count == 2)
        }
    }

    @Test func thePublicServerGetsOneRequestPerSecond() async throws {
        let service = NominatimService(
            base: "https://nominatim.openstreetmap.org", requestsPerSecond: 50, requestsAtATime: 9)
        #expect(service.requestsPerSecond == 1 && service.requestsAtATime == 1)
        let time = ManualTime()
        try await LocalGeocoder.answering([.init(body: Self.photon)]) { _, base in
            let client = Self.client(PhotonService(base: base, requestsPerSecond: 2, requestsAtATime: 1), time: time)
            let start = time.now()
            for number in 0..<5 { _ = await client.places(at: [Self.located(48 + Double(number), 11)]) }
            #expect(time.now() - start >= 1.99)
        }
    }
}
