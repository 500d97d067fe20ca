// `import ImageMetadata` exports reading and editing of metadata, and every module whose types their APIs use.
@_exported public import UprightRewriting
@_exported public import UprightFormats
@_exported public import UprightBase
