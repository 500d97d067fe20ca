internal import UprightFormats

extension PartName {
    init(of block: GIFBlock) {
        guard case .application(let application) = block.content, application.xmp != nil else {
            self.init(block.name)
            return
        }
        self.init(block.name, carrier: .xmp)
    }
}
