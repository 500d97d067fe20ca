internal import UprightAlbums
internal import UprightFiles

extension GalleryExport {
    /// Writes one album: its pages, and copies of its pictures.
    func write(_ parcel: GalleryParcel, _ summary: inout Summary) async throws {
        guard let album = try content.library.albumIfPresent(parcel.album) else {
            throw OperationError(
                "there is no album \"\(parcel.album)\": upright albums list --json shows the id of each album",
                .configuration)
        }
        let pages = AlbumPages(frame: frame)
        if let page = try pages.album(album.id, page: 1, at: .timeline) { try put(.timeline, page, &summary) }
        var number = 1
        while let page = try pages.album(album.id, page: number) {
            try put(.album(album.id, page: number), page, &summary)
            number += 1
        }
        try writeOrder(of: album.id)
        try put(.about, OtherPages(frame: frame).about(), &summary)
        let photos = try content.library.photos(in: album.id)
        var digests: [Int64: [UInt8]] = [:]
        for photo in photos {
            digests[photo.id] = try await writeCopy(of: photo, parcel, &summary)
            let viewer = PicturePage(frame: frame, hasMotion: try await writeMotion(of: photo, &summary))
            if let page = try await viewer.page(photo.id, context: album.id) {
                try put(.picture(photo.id), page, &summary)
            }
            if let data = try await viewer.data(photo.id, context: album.id) {
                try folder.write(Array(data.utf8), to: .pictureData(photo.id))
            }
            summary.pictures += 1
            progress(Progress(pictures: summary.pictures, of: photos.count))
        }
        guard parcel.hasSheet else { return }
        let sheet = SheetPage(frame: frame, digests: digests)
        number = 1
        while let page = try await sheet.page(album.id, number) {
            try put(.sheet(album.id, page: number), page, &summary)
            number += 1
        }
    }

    /// Copies a picture: a link would lead away from the stick. One whose position cannot be removed is left out.
    ///
    /// - Returns: The SHA-256 of the copy; nil if there is none.
    private func writeCopy(
        of photo: AlbumPhoto, _ parcel: GalleryParcel, _ summary: inout Summary
    ) async throws -> [UInt8]? {
        guard let page = PicturePage.original(photo), let file = try await checkedOutput(of: photo, &summary) else {
            return nil
        }
        let copy = parcel.isWithoutPositions ? await content.viewer.copyWithoutPosition(of: file) : file
        try await writeThumbnails(of: photo, file, giving: copy, &summary)
        guard let copy else {
            try folder.unlink(page)
            summary.problems.append("\(photo.path): its position cannot be removed, so that only its preview is there")
            return nil
        }
        try folder.copy(copy, to: page)
        return try copy.digest().sha256
    }
}
