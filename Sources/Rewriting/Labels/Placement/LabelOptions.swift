package import UprightBase

/// What files of labels do not say.
package struct LabelOptions: Sendable, Hashable, Codable {
    /// What the lines of YOLO are.
    package enum Task: String, Sendable, Hashable, Codable, CaseIterable {
        /// Boxes.
        case detect
        /// Polygons.
        case segment
        /// Boxes with key points.
        case pose
        /// Rotated boxes, by their corners.
        case obb
    }

    /// On which picture the labels were made.
    package var convention = LabelConvention.auto
    /// The format, one of ``PictureLabels/formats``; nil: it is found by the content.
    package var format: String?
    /// The size of the picture's output in bytes, by which VIA knows its picture; nil if it is not known.
    package var outputBytes: Int?
    /// The dimensions of the picture that was labelled, if another file of the data set says them.
    package var size: Size?
    /// The text of the `data.yaml` of YOLO's data set; nil if there is none.
    package var settings: String?
    /// What the lines of YOLO are; nil: they and `data.yaml` say it.
    package var task: Task?
    /// How many numbers a key point of YOLO has, 2 or 3; nil: `data.yaml` says it.
    package var dimensions: Int?
    /// Whether left and right key points of a mirrored picture change places, by their names.
    package var swapsSides = false
    /// The members of COCO whose points are continuous in the whole data set, although those of this picture are whole numbers.
    package var continuous: [String] = []

    /// Boxes in descriptions of a picture that have no format of their own.
    package var boxes: [Boxes] = []

    /// Where a description has boxes, and how they are written.
    package struct Boxes: Sendable, Hashable, Codable {
        /// How the four numbers of a box are written, by the name of a format that does so.
        package enum Form: String, Sendable, Hashable, Codable, CaseIterable {
            /// Left, top, width, height, in pixels.
            case coco
            /// Left, top, right, bottom, in pixels.
            case voc
            /// The centre, width, height, in fractions.
            case yolo
            /// Left, top, right, bottom, in fractions.
            case albumentations
        }

        /// The names of the members on the way to the boxes.
        package let path: [String]
        package let form: Form

        package init(path: [String], form: Form) { (self.path, self.form) = (path, form) }
    }

    /// Whether the dimensions in a description that no format knows are of this picture, as in a data set, and not of something
    /// that it tells of, as a downloader's may be.
    package var updatesSizes = true

    package init() {}
}
