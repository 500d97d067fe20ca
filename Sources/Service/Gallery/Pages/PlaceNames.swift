internal import Synchronization
internal import UprightAlbums
internal import UprightPlaces

/// The names of places in the language of a page. What the albums store are keys: the name in another language is that of the
/// gazetteer at the position of a picture of the same place.
final class PlaceNames: Sendable {
    private let library: AlbumLibrary
    private let gazetteer: Gazetteer
    /// The names of albums of places by language and id, which say the same for as long as the data do, and those of trips; nil for
    /// none.
    private let known = Mutex<[String: [String: String?]]>([:])

    private static let most = 50_000

    init(_ content: GalleryContent) { (library, gazetteer) = (content.library, content.gazetteer) }

    /// A place with those of its names that are known in a language.
    func place(_ place: Place, in language: String) throws(AlbumsError) -> Place {
        var place = place
        for key in AlbumKey.keys(of: place) {
            guard let name = try name(of: key.id, in: language) else { continue }
            switch key.kind {
            case .country: place.country = name
            case .region: place.region = name
            case .city: (place.ownCity, place.city) = (place.ownCity ?? place.city, name)
            case .district: (place.ownDistrict, place.district) = (place.ownDistrict ?? place.district, name)
            default: break
            }
        }
        return place
    }

    /// The name of an album of a place in a language; nil if it is not known.
    func name(of album: String, in language: String) throws(AlbumsError) -> String? {
        if let known = known.withLock({ $0[language]?[album] }) { return known }
        guard let position = try library.position(in: album) else { return nil }
        let keys = gazetteer.place(at: position, language: language).map(AlbumKey.keys) ?? []
        let name = keys.first { $0.id == album }?.title
        keep(name, of: album, in: language)
        return name
    }

    /// The title of a trip in a language. It is made again when the trip has other pictures.
    func title(of trip: Album, in dates: DateLanguage) throws(AlbumsError) -> String? {
        let key = "\(trip.id) \(trip.count) \(trip.originalTitle)"
        if let known = known.withLock({ $0[dates.tag]?[key] }) { return known }
        let title = try library.tripTitle(trip, dates) { (part) throws(AlbumsError) in try place(part, in: dates.tag) }
        keep(title, of: key, in: dates.tag)
        return title
    }

    private func keep(_ name: String?, of key: String, in language: String) {
        known.withLock { known in
            if known.values.reduce(0, { $0 + $1.count }) >= Self.most { known = [:] }
            known[language, default: [:]][key] = .some(name)
        }
    }
}

extension PageFrame {
    /// A place, named in the language of the page.
    func place(_ place: Place) throws(AlbumsError) -> Place {
        try names?.place(place, in: dates.tag) ?? place
    }

    /// Pictures whose places are named in the language of the page.
    func named(_ photos: [AlbumPhoto]) throws(AlbumsError) -> [AlbumPhoto] {
        guard names != nil else { return photos }
        var photos = photos
        for index in photos.indices {
            if let place = photos[index].place { photos[index].place = try self.place(place) }
        }
        return photos
    }

    /// Albums of places and trips with their titles in the language of the page. A title of the user stays.
    func named(_ albums: [Album]) throws(AlbumsError) -> [Album] {
        guard let names else { return albums }
        var albums = albums
        for index in albums.indices {
            let album = albums[index]
            var title: String?
            switch album.kind {
            case .country, .region, .city, .district: title = try names.name(of: album.id, in: dates.tag)
            case .trip: title = try names.title(of: album, in: naming)
            case .day: break
            case .animated: title = words["kind.animated"]
            }
            guard let title else { continue }
            if !album.isRenamed { albums[index].title = title }
            albums[index].originalTitle = title
        }
        return albums
    }
}
