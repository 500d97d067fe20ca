/// A point that is known to lie on one side of a border, although the polygons draw it on the other side, or that is so
/// near to the border that it shows its true course. Places also show this; these points help where a town's centre is
/// too far from its waterfront.
struct BorderPoint: Sendable {
    let name: String
    let latitude: Double
    let longitude: Double
    /// GeoNames' code of the region, which starts with the country's code.
    let region: String

    private init(_ name: String, _ latitude: Double, _ longitude: Double, _ region: String) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.region = region
    }

    /// The points, by border.
    static let all: [BorderPoint] = [
        // The Hudson, between New York and New Jersey.
        .init("Exchange Place, Jersey City", 40.7163, -74.0330, "US.NJ"),
        .init("Newport, Jersey City", 40.7267, -74.0347, "US.NJ"),
        .init("Hoboken Terminal", 40.7350, -74.0280, "US.NJ"),
        .init("Liberty State Park", 40.7035, -74.0560, "US.NJ"),
        .init("Port Imperial, Weehawken", 40.7770, -74.0120, "US.NJ"),
        .init("Battery Park City", 40.7100, -74.0170, "US.NY"),
        .init("Hudson Yards", 40.7540, -74.0060, "US.NY"),
        // The Delaware, between Philadelphia and Camden.
        .init("Camden waterfront", 39.9440, -75.1310, "US.NJ"),
        .init("Cooper Grant, Camden", 39.9520, -75.1260, "US.NJ"),
        .init("Penn's Landing", 39.9450, -75.1415, "US.PA"),
        // The Potomac, between Washington and Virginia.
        .init("Rosslyn", 38.8960, -77.0710, "US.VA"),
        .init("The Pentagon", 38.8719, -77.0563, "US.VA"),
        .init("Crystal City", 38.8570, -77.0500, "US.VA"),
        .init("Reagan National Airport", 38.8512, -77.0402, "US.VA"),
        .init("Lincoln Memorial", 38.8893, -77.0502, "US.DC"),
        .init("Georgetown waterfront", 38.9020, -77.0600, "US.DC"),
        .init("Jefferson Memorial", 38.8814, -77.0365, "US.DC"),
        .init("Hains Point", 38.8570, -77.0230, "US.DC"),
        // The Mississippi at St. Louis.
        .init("Gateway Arch", 38.6247, -90.1848, "US.MO"),
        .init("Laclede's Landing", 38.6310, -90.1840, "US.MO"),
        .init("Soulard", 38.6070, -90.2050, "US.MO"),
        .init("North Riverfront, St. Louis", 38.6600, -90.1880, "US.MO"),
        .init("East St. Louis", 38.6245, -90.1509, "US.IL"),
        // The Ohio at Cincinnati and Louisville.
        .init("Fountain Square, Cincinnati", 39.1018, -84.5120, "US.OH"),
        .init("Great American Ball Park", 39.0975, -84.5066, "US.OH"),
        .init("Smale Riverfront Park", 39.0960, -84.5110, "US.OH"),
        .init("Sawyer Point", 39.0990, -84.4960, "US.OH"),
        .init("Newport on the Levee", 39.0945, -84.4965, "US.KY"),
        .init("Roebling Point, Covington", 39.0895, -84.5095, "US.KY"),
        .init("Waterfront Park, Louisville", 38.2600, -85.7440, "US.KY"),
        .init("Jeffersonville", 38.2710, -85.7400, "US.IN"),
        // State Line Road and the Kaw, between the two Kansas Cities.
        .init("University of Kansas Hospital", 39.0560, -94.6110, "US.KS"),
        .init("Strawberry Hill", 39.1120, -94.6190, "US.KS"),
        .init("Fairfax", 39.1330, -94.6150, "US.KS"),
        .init("West Bottoms", 39.1010, -94.6030, "US.MO"),
        .init("Westport", 39.0530, -94.5960, "US.MO"),
        // The Missouri at Omaha.
        .init("Old Market, Omaha", 41.2560, -95.9280, "US.NE"),
        .init("Henry Doorly Zoo", 41.2260, -95.9280, "US.NE"),
        .init("Eppley Airfield", 41.3020, -95.8990, "US.NE"),
        // The Ottawa, between Ontario and Quebec.
        .init("Canadian Museum of History", 45.4301, -75.7090, "CA.10"),
        .init("Place du Portage, Hull", 45.4250, -75.7130, "CA.10"),
        .init("Casino du Lac-Leamy", 45.4467, -75.7270, "CA.10"),
        .init("Parliament Hill", 45.4236, -75.7009, "CA.08"),
        .init("National Gallery of Canada", 45.4295, -75.6989, "CA.08"),
        .init("LeBreton Flats", 45.4150, -75.7130, "CA.08"),
        .init("Rideau Falls", 45.4417, -75.6961, "CA.08"),
        // The Niagara.
        .init("Prospect Point", 43.0868, -79.0680, "US.NY"),
        .init("Goat Island", 43.0805, -79.0690, "US.NY"),
        .init("Niagara Street, Niagara Falls", 43.0890, -79.0590, "US.NY"),
        .init("Table Rock", 43.0790, -79.0787, "CA.08"),
        .init("Clifton Hill", 43.0910, -79.0745, "CA.08"),
        // The Detroit.
        .init("Belle Isle", 42.3430, -82.9740, "US.MI"),
        .init("Renaissance Center", 42.3288, -83.0397, "US.MI"),
        .init("Riverside, Windsor", 42.3390, -82.9450, "CA.08"),
        .init("Windsor riverfront", 42.3190, -83.0400, "CA.08"),
        // The Rio Grande at El Paso.
        .init("Segundo Barrio", 31.7510, -106.4830, "US.TX"),
        .init("Chamizal National Memorial", 31.7670, -106.4540, "US.TX"),
        .init("Juárez, Avenida Juárez", 31.7430, -106.4850, "MX.06"),
        .init("Parque El Chamizal", 31.7530, -106.4620, "MX.06"),
    ]
}
