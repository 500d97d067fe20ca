// `import Places` exports what positions and place names are, and how they are read and written.
@_exported public import ImageMetadata
