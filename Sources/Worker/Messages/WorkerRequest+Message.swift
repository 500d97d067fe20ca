internal import UprightRewriting

extension WorkerRequest: MessageValue {
    package func write(to writer: MessageWriter) throws {
        // Requests other than this one are sent in the course of longer work.
        guard case .normalize(let options, let threads) = self else { return try writer.write(self) }
        try writer.writeFields { writer in
            writer.write(name: "normalize")
            try writer.writeFields { writer in
                try writer.writeField("_0", options)
                try writer.writeField("threads", threads)
            }
        }
    }

    package init(reading value: EncodedValue) throws {
        let (name, fields) = try value.theCase()
        if name == "normalize" {
            self = .normalize(try fields.read("_0"), threads: try fields.read("threads"))
        } else {
            self = try value.decoded(as: WorkerRequest.self)
        }
    }
}
