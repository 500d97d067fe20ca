package import UprightRewriting

extension NormalizationOptions: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("turns", turns)
            try writer.writeField("damaged", raw: damaged)
            try writer.writeField("verification", raw: verification)
            try writer.writeField("limits", limits)
            try writer.writeField("edits", edits)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init()
        turns = try fields.read("turns")
        damaged = try fields.read(raw: "damaged")
        verification = try fields.read(raw: "verification")
        limits = try fields.read("limits")
        // Most pictures are sent without edits.
        let edits = try fields.value(of: "edits")
        if edits.kind != .list || !edits.content.isEmpty { self.edits = try edits.decoded(as: type(of: self.edits)) }
    }
}

extension Limits: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("pixels", pixels)
            try writer.writeField("side", side)
            try writer.writeField("fileSize", fileSize)
            try writer.writeField("scans", scans)
            try writer.writeField("chunkSize", chunkSize)
            try writer.writeField("inflatedMetadata", inflatedMetadata)
            try writer.writeField("frames", frames)
            try writer.writeField("animationPixels", animationPixels)
            try writer.writeField("output", output)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init()
        pixels = try fields.read("pixels")
        side = try fields.read("side")
        fileSize = try fields.read("fileSize")
        scans = try fields.read("scans")
        chunkSize = try fields.read("chunkSize")
        inflatedMetadata = try fields.read("inflatedMetadata")
        frames = try fields.read("frames")
        animationPixels = try fields.read("animationPixels")
        output = try fields.read("output")
    }
}

extension OutputLimit: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("ratio", ratio)
            try writer.writeField("allowance", allowance)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init()
        ratio = try fields.read("ratio")
        allowance = try fields.read("allowance")
    }
}
