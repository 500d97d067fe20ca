// `import Albums` exports the places that albums are made of.
@_exported public import Places
