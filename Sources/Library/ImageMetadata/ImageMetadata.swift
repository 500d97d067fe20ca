// What `import ImageMetadata` gives: reading and editing metadata, and every module whose types that shows.
@_exported public import UprightAssembly
@_exported public import UprightContainers
@_exported public import UprightEditing
@_exported public import UprightGeometry
@_exported public import UprightMetadata
