// Places are found for positions: whoever imports this module has `Position` and `Track`, too.
@_exported public import UprightGeodata
