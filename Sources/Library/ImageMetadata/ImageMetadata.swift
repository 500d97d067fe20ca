// `import ImageMetadata` exports reading and editing of metadata, and every module whose types their APIs use.
@_exported public import UprightRewriting
@_exported public import UprightContainers
@_exported public import UprightEditing
@_exported public import UprightGeometry
@_exported public import UprightMetadata
