internal import Synchronization
internal import UprightConfiguration
internal import UprightFormats
package import UprightEngine
package import UprightFiles
internal import UprightRewriting

extension FolderLibrary {
    /// Finds out how a picture of the folder was made, by making it again from an original that has its name: if the result has
    /// the bytes of the picture, that was it. Writes nothing.
    ///
    /// - Parameter processor: works on the original.
    /// - Returns: the record of the work; nil if no original gives this picture.
    package func origin(of picture: RawPath, by processor: any PictureProcessor) async -> PictureRecord? {
        guard let relative = picture.relative(to: folder) else { return nil }
        for original in originals {
            for name in await offTheCooperativePool({ Self.names(of: relative, in: original) }) {
                if let record = await record(of: original.appending(name), giving: picture, by: processor) {
                    return record
                }
            }
        }
        return nil
    }

    /// The files that can have been the original of a picture: those of its name, with the extension of any format.
    private static func names(of relative: RawPath, in original: RawPath) -> [RawPath] {
        do throws(FileError) {
            let folder = try OpenFolder(original).folder(relative.parent)
            let stem = stem(relative.name)
            let names = try folder.entries().map(\.name).filter { Self.stem($0) == stem }
            return names.sorted { ($0 == relative.name ? 0 : 1, $0.count) < ($1 == relative.name ? 0 : 1, $1.count) }
                .map { relative.parent.appending(name: $0) }
        } catch { return [] }
    }

    private static func stem(_ name: [UInt8]) -> ArraySlice<UInt8> {
        name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
    }

    private func record(
        of original: RawPath, giving picture: RawPath, by processor: any PictureProcessor
    ) async -> PictureRecord? {
        guard original != picture else { return nil }
        var engine = PictureEngine(processor: processor, jobs: 1, version: Product.version)
        engine.isDryRun = true
        let run = DropFolderRun(
            paths: [original], output: picture.parent, configuration: Configuration(), engine: engine)
        let found = Mutex<PictureRecord?>(nil)
        do {
            _ = try await run.run { event in
                guard case .finished(let result) = event, result.outcome == .current else { return }
                if result.record.output == picture { found.withLock { $0 = result.record } }
            }
        } catch { return nil }
        var record = found.withLock(\.self)
        record?.state = .finished
        return record
    }
}
