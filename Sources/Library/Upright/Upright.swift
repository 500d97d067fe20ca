// `import Upright` exports the normalizer, and every module whose types its API uses.
@_exported public import ImageMetadata
@_exported public import UprightFormats
@_exported public import UprightRewriting
@_exported public import UprightBase
