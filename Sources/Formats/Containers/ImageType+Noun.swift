extension ImageType {
    /// What a file of this type is called in messages, in the singular: `PDF document`.
    package var noun: String { Self.nouns[rawValue] ?? "\(rawValue) file" }

    private static let nouns = [
        "public.jpeg": "JPEG picture", "public.png": "PNG picture", "com.compuserve.gif": "GIF picture",
        "org.webmproject.webp": "WebP picture", "public.tiff": "TIFF picture", "public.heic": "HEIC picture",
        "public.heif": "HEIF picture", "public.avif": "AVIF picture",
        "public.data": "unrecognized file",
        "public.plain-text": "plain-text file", "public.xml": "XML file", "public.json": "JSON file",
        "public.html": "HTML page", "com.adobe.xmp": "XMP file", "com.adobe.pdf": "PDF document",
        "com.adobe.postscript": "PostScript document",
        "public.zip-archive": "ZIP archive", "public.tar-archive": "tar archive",
        "public.bzip2-archive": "bzip2 archive",
        "org.gnu.gnu-zip-archive": "gzip archive", "org.tukaani.xz-archive": "xz archive",
        "org.7-zip.7-zip-archive": "7-Zip archive", "com.rarlab.rar-archive": "RAR archive",
        "com.microsoft.bmp": "BMP picture", "com.microsoft.ico": "Windows icon", "com.microsoft.cur": "Windows cursor",
        "com.apple.icns": "macOS icon", "public.jpeg-2000": "JPEG 2000 picture", "public.svg-image": "SVG picture",
        "public.radiance": "Radiance picture", "com.ilm.openexr-image": "OpenEXR picture",
        "org.gimp.xcf": "GIMP picture",
        "com.adobe.photoshop-image": "Photoshop picture", "com.adobe.photoshop-large-image": "large Photoshop picture",
        "org.nema.dicom": "DICOM file", "com.canon.crw-raw-image": "Canon raw (CRW) file",
        "com.sigma.raw-image": "Sigma raw file",
        "public.avi": "AVI video", "public.mpeg": "MPEG video", "org.matroska.mkv": "Matroska video",
        "org.webmproject.webm": "WebM video", "com.microsoft.windows-media": "Windows Media file",
        "public.mpeg-2-transport-stream": "MPEG-2 transport stream",
        "public.avchd-mpeg-2-transport-stream": "AVCHD video",
        "public.mp3": "MP3 recording", "public.mpeg-4-audio": "MPEG-4 recording", "public.aac-audio": "AAC recording",
        "public.aiff-audio": "AIFF recording", "com.microsoft.waveform-audio": "WAV recording",
        "org.xiph.flac": "FLAC recording", "org.xiph.ogg": "Ogg file",
        "org.3gpp.adaptive-multi-rate-audio": "AMR recording",
    ]
}
