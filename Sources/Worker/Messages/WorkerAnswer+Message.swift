internal import UprightRewriting

extension WorkerAnswer: MessageValue {
    package func write(to writer: MessageWriter) throws {
        // Answers other than this one are sent in the course of longer work.
        guard case .picture(let picture) = self else { return try writer.write(self) }
        try writer.writeFields { writer in
            writer.write(name: "picture")
            try writer.writeFields { try $0.writeField("_0", picture) }
        }
    }

    package init(reading value: EncodedValue) throws {
        let (name, fields) = try value.theCase()
        if name == "picture" {
            self = .picture(try fields.read("_0"))
        } else {
            self = try value.decoded(as: WorkerAnswer.self)
        }
        guard facts?.isOnEarth != false else { throw value.mismatch(expected: "degrees of latitude and longitude") }
    }
}

extension WorkerAnswer {
    /// The facts in the answer, if it has some.
    private var facts: PictureFacts? {
        switch self {
        case .picture(let picture): picture.facts
        case .facts(let facts): facts
        default: nil
        }
    }
}

extension ProcessedPicture: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("report", report)
            try writer.writeField("output", output)
            try writer.writeField("sourceBytes", sourceBytes)
            try writer.writeField("sourceSHA256", sourceSHA256)
            if let sourceCheck { try writer.writeField("sourceCheck", sourceCheck) }
            try writer.writeField("facts", facts)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        report = try fields.read("report")
        output = try fields.read("output")
        sourceBytes = try fields.read("sourceBytes")
        sourceSHA256 = try fields.read("sourceSHA256")
        sourceCheck = try fields.readIfPresent("sourceCheck")
        facts = try fields.read("facts")
    }
}

extension SourceCheck: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("key", key)
            try writer.writeField("digest", digest)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(key: try fields.read("key"), digest: try fields.read("digest"))
    }
}

extension ProcessedPicture.Output: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            switch self {
            case .none:
                writer.write(name: "none")
                writer.writeFields { _ in }
            case .source:
                writer.write(name: "source")
                writer.writeFields { _ in }
            case .written(let bytes, let crc32):
                writer.write(name: "written")
                try writer.writeFields { writer in
                    try writer.writeField("bytes", bytes)
                    try writer.writeField("crc32", crc32)
                }
            }
        }
    }

    package init(reading value: EncodedValue) throws {
        let (name, fields) = try value.theCase()
        switch name {
        case "none": self = .none
        case "source": self = .source
        case "written": self = .written(bytes: try fields.read("bytes"), crc32: try fields.read("crc32"))
        default: throw value.mismatch(expected: "none, source or written")
        }
    }
}

extension PictureFacts: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            if let latitude { try writer.writeField("latitude", latitude) }
            if let longitude { try writer.writeField("longitude", longitude) }
            try writer.writeField("isPositionOfXMP", isPositionOfXMP)
            if let altitude { try writer.writeField("altitude", altitude) }
            if let positionTime { try writer.writeField("positionTime", positionTime) }
            if let captured { try writer.writeField("captured", captured) }
            try writer.writeField("isDigitizationTime", isDigitizationTime)
            if let offset { try writer.writeField("offset", offset) }
            if let fraction { try writer.writeField("fraction", fraction) }
            try writer.writeField("isAnimated", isAnimated)
            if let width { try writer.writeField("width", width) }
            if let height { try writer.writeField("height", height) }
            if let reason { try writer.writeField("reason", reason) }
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(
            latitude: try fields.readIfPresent("latitude"), longitude: try fields.readIfPresent("longitude"),
            captured: try fields.readIfPresent("captured"), offset: try fields.readIfPresent("offset"))
        isPositionOfXMP = try fields.read("isPositionOfXMP")
        altitude = try fields.readIfPresent("altitude")
        positionTime = try fields.readIfPresent("positionTime")
        isDigitizationTime = try fields.read("isDigitizationTime")
        fraction = try fields.readIfPresent("fraction")
        isAnimated = try fields.read("isAnimated")
        width = try fields.readIfPresent("width")
        height = try fields.readIfPresent("height")
        reason = try fields.readIfPresent("reason")
    }
}
