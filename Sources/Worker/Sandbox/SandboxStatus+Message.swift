extension SandboxStatus: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("mode", raw: mode)
            try writer.writeField("hasDroppedPrivileges", hasDroppedPrivileges)
            if let landlockABI { try writer.writeField("landlockABI", landlockABI) }
            try writer.writeField("hasSystemCallFilter", hasSystemCallFilter)
            if let memory { try writer.writeField("memory", memory) }
            try writer.writeField("problems", texts: problems)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(mode: try fields.read(raw: "mode"))
        hasDroppedPrivileges = try fields.read("hasDroppedPrivileges")
        landlockABI = try fields.readIfPresent("landlockABI")
        hasSystemCallFilter = try fields.read("hasSystemCallFilter")
        memory = try fields.readIfPresent("memory")
        problems = try fields.read(texts: "problems")
    }
}
