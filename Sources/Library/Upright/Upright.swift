// `import Upright` exports the normalizer, and every module whose types its API uses.
@_exported public import ImageMetadata
@_exported public import UprightContainers
@_exported public import UprightEditing
@_exported public import UprightGeometry
@_exported public import UprightMetadata
@_exported public import UprightRewriting
@_exported public import UprightThreads
