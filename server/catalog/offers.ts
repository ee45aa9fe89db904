import { groupOf } from './industry.ts'

export type Offer = {
  services: readonly string[]
  products: readonly string[]
  keywords: readonly string[]
}

export const offerOf = (code: string): Offer => {
  const known = offers.get(code) ?? offers.get(code.slice(0, 4)) ?? offers.get(code.slice(0, 1))
  const name = groupOf(code.slice(0, 4))?.name.toLowerCase()
  return known ?? { services: [], products: [], keywords: name === undefined ? [] : [name] }
}

/** 'codes: services | products | keywords' */
const list = `
A: Farm contracting, Crop spraying, Farm management | Hay, Seed, Livestock | agriculture, farming, sustainability, regional
A011: Wholesale nursery, Contract growing, Turf laying | Native plants, Advanced trees, Seedlings, Instant turf | horticulture, nursery, native plants, landscaping supply
A013: Contract picking, Grape supply, Packing shed services, Cold storage | Table grapes, Wine grapes, Apples, Avocados, Kiwifruit, Macadamias, Almonds, Citrus | orchard, viticulture, export, irrigation, horticulture
A014: Agistment, Contract harvesting, Wool classing, Livestock breeding | Wheat, Canola, Barley, Merino wool, Angus cattle, Prime lambs | broadacre, grain, livestock, merino, precision agriculture
A016: Herd testing, Calf rearing, Agistment | Raw milk, Dairy heifers, Organic milk | dairy, pasture, effluent management, herd
A020: Hatchery services, Contract processing | Oysters, Barramundi, Salmon, Mussels | aquaculture, seafood, sustainable farming
A052: Shearing, Crop spraying, Fencing, Contract mustering, Artificial insemination, Aerial spraying | Fencing supplies, Farm drones | rural contracting, shearing, agronomy
B: Mine planning, Site rehabilitation, Contract mining | Ore concentrate | mining, resources, rehabilitation
B060: Coal handling, Mine rehabilitation | Thermal coal, Coking coal | coal, open cut, underground mining, rehabilitation
B070: Well operations, Gas processing | Natural gas, Condensate, LNG | oil and gas, offshore, LNG, energy
B080: Contract mining, Ore processing, Tailings management | Iron ore, Gold dore, Copper concentrate, Lithium spodumene, Nickel sulphide | mining, gold, iron ore, lithium, critical minerals, fly-in fly-out
B101: Geological mapping, Drill programmes, Resource estimation, Tenement management | Exploration data | exploration, drilling, tenements, gold, lithium, rare earths, copper
B109: Drilling, Blasting, Shutdown services, Mine camp management, Crushing and screening | Drill consumables, Ground support | mining services, drill and blast, shutdown, maintenance
C: Contract manufacturing, Product design, Assembly | Custom products | manufacturing, Australian made, quality assurance
C111: Meat processing, Boning, Cold chain distribution | Beef, Lamb, Smallgoods, Pet food | meat, export abattoir, halal, cold chain
C113: Contract packing, Milk collection | Cheese, Yoghurt, Butter, Milk powder, Ice cream | dairy, cheese, artisan, export
C117: Wholesale baking, Contract baking | Sourdough, Pies, Cakes, Gluten free bread, Pastries | bakery, wholesale bread, gluten free, frozen pastry
C119: Contract packing, Private label, Product development | Sauces, Snacks, Ready meals, Honey, Spices, Plant based foods | food manufacturing, FMCG, private label, HACCP, export
C121: Contract brewing, Cellar door, Bottling, Wine tours | Craft beer, Shiraz, Sauvignon blanc, Gin, Cider, Kombucha | winery, brewery, distillery, cellar door, craft beverages
C135: Uniform supply, Embroidery, Screen printing | Workwear, School uniforms, Knitwear, Swimwear, Footwear | clothing, uniforms, ethical manufacturing, merino
C149: Frame and truss design, Joinery, Timber machining | Roof trusses, Wall frames, Windows, Doors, Decking | joinery, frames and trusses, timber, prefabrication
C161: Offset printing, Digital printing, Signage, Mail house, Packaging print | Brochures, Labels, Banners, Business cards | printing, signage, labels, wide format
C184: Contract manufacturing, Clinical trial supply, Regulatory affairs | Complementary medicines, Generic medicines, Vaccines, Skin care | pharmaceutical, GMP, TGA licensed, nutraceuticals
C191: Injection moulding, Extrusion, Toolmaking, Recycling | Plastic packaging, Water tanks, Pipe fittings, Recycled plastics | plastics, injection moulding, packaging, recycled content
C203: Concrete delivery, Precast design, Concrete pumping | Ready-mixed concrete, Precast panels, Pavers, Retaining blocks | concrete, precast, building products
C222: Structural steel fabrication, Welding, Laser cutting, Powder coating, Site erection | Steel beams, Balustrades, Aluminium windows, Gates | steel fabrication, welding, structural steel, aluminium
C229: CNC machining, Sheet metal work, Galvanising, Toolmaking | Machined parts, Fasteners, Metal racking | metalwork, machining, precision engineering
C241: Calibration, Instrument repair, Contract manufacturing | Surgical instruments, Hearing aids, Measuring instruments, Orthotics | medical devices, instruments, ISO 13485
C246: Machine design, Fabrication, Field service, Automation | Conveyor systems, Agricultural machinery, Mining equipment, Packaging machines | machinery, automation, conveyors, robotics
C251: Custom furniture, Shop fitting, Upholstery, Cabinet making | Kitchens, Office furniture, Sofas, Wardrobes | furniture, kitchens, cabinet making, shop fitting
D: Network maintenance, Meter reading, Asset management | Energy plans | utilities, infrastructure
D261: Power purchase agreements, Asset management, Grid connection | Solar power, Wind power, Hydro power, Battery storage | renewable energy, solar farm, wind farm, batteries, net zero
D263: Network connections, Vegetation management, Metering | Electricity distribution | electricity network, poles and wires, smart meters
D281: Water supply, Sewer maintenance, Trade waste, Water testing | Drinking water, Recycled water | water, wastewater, catchment
D291: Skip bin hire, Commercial waste collection, Liquid waste removal, Grease trap cleaning | Skip bins, Wheelie bins | waste, skip bins, recycling
D292: Recycling, Soil remediation, Asbestos disposal, Organics composting, E-waste | Compost, Recycled aggregate, Scrap metal | recycling, remediation, circular economy, landfill
E: Building maintenance, Project management | Building works | construction, building, trades
E301: Custom home building, Knockdown rebuilds, Home extensions, Dual occupancy, Renovations, Project management, Display homes | House and land packages, Granny flats, Townhouses | home builder, custom homes, renovations, house and land, sustainable homes, residential construction
E302: Design and construct, Commercial fit-outs, Construction management, Refurbishment, Heritage restoration, Tilt-up construction | Warehouses, Schools, Aged care facilities, Office fit-outs | commercial construction, design and construct, fit-out, tilt panel, tender
E310: Road construction, Bridge building, Bulk earthworks, Pipeline construction, Rail construction, Marine works | Roads, Bridges, Pipelines, Wharves | civil construction, infrastructure, roads, bridges, earthworks
E321: Excavation, Land subdivision, Demolition, Site clearing, Drainage, Earthmoving | Residential land, Industrial lots | earthmoving, demolition, land development, excavation
E3221: Concreting, Slabs, Exposed aggregate, Concrete polishing, Formwork | Driveways, House slabs, Footings | concreting, slabs, formwork
E3222: Bricklaying, Blockwork, Stonemasonry, Repointing | Brick fences, Feature walls | bricklaying, masonry
E3223: Roof restoration, Metal roofing, Roof repairs, Guttering, Re-roofing | Metal roofs, Tiled roofs, Skylights, Gutters | roofing, roof restoration, gutters
E3224: Steel erection, Rigging, Crane hire, Scaffolding | Structural frames | steel erection, rigging, cranes
E3231: Blocked drains, Hot water systems, Gas fitting, Backflow testing, Leak detection, Commercial plumbing, Bathroom renovations | Hot water units, Rainwater tanks, Tapware | plumbing, emergency plumber, gas fitting, hot water, drainage, maintenance plumbing
E3232: Electrical installation, Solar installation, Switchboard upgrades, Test and tag, Data cabling, Level 2 electrical, EV charger installation | Solar panels, Batteries, LED lighting, Ceiling fans | electrician, solar, EV charging, data cabling, switchboards, electrical contractor
E3233: Air conditioning installation, Refrigeration repairs, Duct cleaning, Mechanical services, Maintenance contracts | Split systems, Ducted air conditioning, Cool rooms | air conditioning, refrigeration, HVAC, mechanical services
E3234: Fire protection, Alarm monitoring, CCTV installation, Access control, Essential safety measures | Fire extinguishers, Security cameras, Alarm systems | fire protection, security systems, access control, CCTV
E324: Painting, Plastering, Tiling, Carpentry, Glazing, Flooring installation, Waterproofing | Timber floors, Shower screens, Suspended ceilings | interior finishing, carpentry, painting, tiling, glazing
E329: Landscape construction, Retaining walls, Pool building, Fencing, Crane hire, Scaffolding | Pools, Paving, Fences, Decks | landscaping, pools, fencing, scaffolding, outdoor living
F: Wholesale distribution, Import, Warehousing | General merchandise | wholesale, distribution, import
F333: Trade supply, Delivery, Estimating | Timber, Plumbing supplies, Fasteners, Power tools | trade supplies, hardware, timber
F341: Equipment sales, Field service, Spare parts, Finance | Tractors, Excavators, Forklifts, Industrial pumps | machinery dealer, agricultural machinery, parts, service
F349: Distribution, Technical support, Product training | Electrical components, Laboratory equipment, Computer hardware, Safety equipment | distributor, electrical wholesale, industrial supplies
F350: Parts supply, Fleet sales | Truck parts, Batteries, Tyres, Accessories | auto parts, trucks, aftermarket
F360: Food distribution, Import, Cold storage, Export | Fresh produce, Seafood, Liquor, Groceries | food service, wholesale food, produce, import export
F372: Medical supply, Cold chain distribution | Medical consumables, Vitamins, Cosmetics | medical supplies, pharmacy wholesale
F373: Import, Distribution, Contract supply | Floor coverings, Giftware, Office supplies, Toys | wholesale, homewares, office supplies
G: Retail, Click and collect, Gift cards | Gifts | retail, store, family owned
G391: New car sales, Used car sales, Vehicle servicing, Vehicle finance, Fleet sales | New cars, Used cars, Caravans, Motorcycles, Parts | car dealer, used cars, servicing, caravans
G392: Tyre fitting, Wheel alignment, Battery replacement | Tyres, Batteries, Towbars | tyres, auto accessories
G411: Home delivery, Catering platters | Groceries, Fresh produce, Deli | supermarket, grocery, local produce
G412: Catering, Hampers, Home delivery | Meat, Seafood, Wine, Cheese, Fruit boxes | butcher, bottle shop, deli, gourmet
G421: Interior styling, Delivery and assembly, Measure and quote | Sofas, Beds, Rugs, Homewares, Curtains | furniture, homewares, flooring, bedding
G422: Installation, Device repair, Trade-in | Televisions, Phones, Computers, Appliances | electronics, appliances, phone repair
G423: Trade accounts, Delivery, Key cutting, Garden advice | Tools, Paint, Plants, Timber, Landscape supplies | hardware, garden centre, landscape supplies
G424: Bike servicing, Special orders, Racquet stringing | Bicycles, Books, Camping gear, Fishing tackle, Toys | outdoors, bikes, books, sports
G425: Alterations, Styling, Online store | Womenswear, Menswear, Shoes, Jewellery, Handbags | fashion, boutique, footwear, jewellery
G427: Dispensing, Vaccinations, Medication packing, Flower delivery | Medicines, Vitamins, Skin care, Flowers, Pet supplies | pharmacy, chemist, health advice, florist
G431: Online store, Subscriptions, Same day delivery, Gift wrapping | Skin care, Homewares, Supplements, Pet food, Clothing | ecommerce, online shop, direct to consumer, subscription
H440: Accommodation, Conferences, Weddings, Day spa, Airport transfers | Rooms, Holiday apartments, Cabins | hotel, motel, resort, holiday park, conference venue
H4511: Dine in, Functions, Private dining, Catering | Coffee, Breakfast, Wood fired pizza, Degustation | cafe, restaurant, brunch, licensed, local produce
H4512: Takeaway, Delivery, Catering | Pizza, Burgers, Fish and chips, Sushi | takeaway, delivery, franchise
H4513: Corporate catering, Weddings, Event catering, School canteens | Platters, Boxed lunches | catering, events, corporate lunches
H452: Functions, Live music, Bistro, Accommodation | Craft beer, Cocktails, Pub meals | pub, hotel, bistro, live music
H453: Functions, Bistro, Sports bar, Membership | Memberships, Club meals | club, bistro, functions
I: Passenger transport, Freight | Tickets | transport
I461: General freight, Refrigerated transport, Interstate linehaul, Tipper hire, Livestock transport, Oversize haulage | Pallet storage, Container transport | transport, trucking, linehaul, refrigerated, fleet
I462: School buses, Charter, Airport transfers, Rail replacement | Coach tours | bus, coach, charter, transfers
I490: Charter flights, Aeromedical transport, Flight training | Scenic flights | aviation, charter, regional airline
I501: Whale watching, Day tours, Cruises | Tours, Gift vouchers | tourism, boat tours, cruises
I510: Same day courier, Parcel delivery, Medical courier | Parcel lockers | courier, last mile, parcels
I529: Customs clearance, Freight forwarding, Air freight, Sea freight, Project cargo | Cargo insurance | customs broker, freight forwarding, import export, logistics
I530: Warehousing, Third-party logistics, Pick and pack, Cold storage, Self storage | Storage units | 3PL, warehousing, fulfilment, cold store
J: Publishing, Content licensing | Subscriptions | media, digital
J541: Publishing, Advertising, Custom content | Magazines, Newspapers, Textbooks, Directories | publishing, local news, magazines
J542: Software implementation, Integrations, Customer onboarding, Managed hosting, Training | Cloud software, Mobile apps, Payroll software, Field service software, Compliance platform, Games | SaaS, software, cloud platform, startup, API, workflow automation, B2B software, artificial intelligence
J551: Video production, Post-production, Animation, Drone filming | Television series, Corporate video, Documentaries | film production, animation, video, content
J562: Broadcasting, Advertising sales | News programmes | television, broadcaster
J570: Online advertising, Sponsored content, Listings | Marketplace, News site, Podcasts | marketplace, online media, listings, podcasts
J580: Internet access, Voice services, Network installation, Managed networks | NBN plans, SIP trunks, Mobile plans, Fibre | telecommunications, NBN, fibre, business phone systems
J592: Web hosting, Data centre colocation, Managed backup, Data processing | Virtual servers, Domain names | hosting, data centre, cloud, backup
K: Financial services | Loans | finance
K622: Home loans, Business banking, Term deposits, Equipment finance | Savings accounts, Credit cards, Mortgages | bank, mutual, credit union, lending
K623: Equipment finance, Invoice finance, Personal loans, Bridging finance | Car loans, Business loans | lending, fintech, asset finance, non-bank lender
K624: Funds management, Private equity, Venture capital, Family office | Managed funds, Venture fund, Infrastructure fund | investment, funds management, private equity, venture capital
K632: Claims management, Underwriting, Risk assessment | Health cover, Home insurance, Business insurance, Travel insurance | insurance, general insurance, health insurer
K633: Superannuation administration, Member advice | Super fund, Pension accounts | superannuation, retirement, member fund
K641: Financial planning, Mortgage broking, Wealth management, SMSF advice, Share broking, Retirement planning | Investment portfolios, Home loans | financial advice, mortgage broker, wealth, SMSF, retirement
K642: Insurance broking, Risk management, Claims advocacy, Loss adjusting | Business insurance, Professional indemnity, Public liability | insurance broker, underwriting agency, risk
L: Property services | Leases | property
L661: Car rental, Truck hire, Fleet leasing, Campervan hire | Cars, Utes, Campervans | vehicle hire, fleet, leasing
L663: Equipment hire, Scaffold hire, Event hire, Portable buildings, Generator hire | Access equipment, Marquees, Generators, Earthmoving equipment | equipment hire, plant hire, events hire
L671: Property investment, Asset management, Leasing, Property development | Office space, Industrial estates, Shopping centres, Build to rent | property trust, commercial property, industrial property, developer
L672: Property sales, Property management, Auctions, Commercial leasing, Valuations, Strata management, Buyers advocacy | Residential listings, Commercial listings | real estate, property management, auctions, commercial property, strata
M: Consulting | Reports | professional services
M691: Contract research, Clinical trials, Laboratory testing | Research reports, Diagnostics, Biotechnology | research, biotech, clinical trials, innovation
M6921: Residential architecture, Interior architecture, Master planning, Heritage advice | Building plans | architecture, interiors, sustainable design, passive house
M6922: Land surveying, Cadastral surveys, Laser scanning, Drone mapping | Survey plans, Digital terrain models | surveying, mapping, spatial
M6923: Structural engineering, Civil design, Geotechnical investigation, Project management, Mechanical design, Traffic engineering | Engineering drawings, Digital twins | engineering consultants, structural, civil, geotechnical, infrastructure
M6924: Industrial design, Interior design, Branding, Drafting | Design concepts | design, interiors, branding
M6925: Materials testing, Food testing, Environmental monitoring, Non-destructive testing | Test certificates | laboratory, NATA accredited, testing
M6931: Commercial law, Family law, Conveyancing, Wills and estates, Litigation, Employment law, Migration law | Fixed fee wills, Legal templates | law firm, solicitors, conveyancing, commercial law, litigation
M6932: Tax returns, Bookkeeping, Business advisory, Audit, SMSF accounting, Payroll, BAS lodgement, Virtual CFO | Xero set-up, Fixed price packages | accountants, tax, bookkeeping, business advisory, cloud accounting
M694: Digital marketing, Branding, Media buying, SEO, Public relations, Social media management, Web design | Websites, Campaigns, Brand guidelines | creative agency, digital agency, SEO, branding, performance marketing
M695: Market research, Focus groups, Polling, Customer surveys | Research panels, Insight reports | market research, surveys, insights
M696: Management consulting, Change management, Business coaching, Strategic planning, Procurement advice, ISO certification, HR consulting | Workshops, Business plans, Executive coaching | consulting, strategy, transformation, coaching, advisory
M697: Veterinary care, Surgery, Vaccination, Emergency care, Equine services | Pet food, Parasite control | veterinary clinic, animal hospital, pets
M699: Photography, Translation, Interpreting, Energy audits | Photo albums, Certified translations | photography, translation, specialist services
M700: Managed IT services, Cyber security, Cloud migration, Software development, Web development, IT consulting, Data analytics, Microsoft 365 support | Custom software, Websites, Backup solutions, Data dashboards | managed services, IT support, cyber security, cloud, app development, digital transformation, artificial intelligence
N: Administrative support | Support packages | outsourcing
N721: Recruitment, Labour hire, Executive search, Temp staffing, Apprenticeship placement | Candidate database, Workforce plans | recruitment, labour hire, executive search, staffing
N722: Corporate travel, Tour packages, Cruises, Group travel | Holiday packages, Tours, Travel insurance | travel agency, tours, cruises, corporate travel
N729: Event management, Virtual assistants, Call centre outsourcing, Debt collection, Document storage | Event packages | events, outsourcing, contact centre, virtual assistant
N731: Commercial cleaning, Pest control, Window cleaning, Garden maintenance, Carpet cleaning, Facilities maintenance | Cleaning supplies, Termite barriers | commercial cleaning, pest control, gardening, facilities
O: Public services, Grants, Licensing | Permits | government, public sector
O753: Waste collection, Development approvals, Libraries, Road maintenance, Community grants | Rates, Permits | local government, council, community
O771: Guarding, Patrols, Event security, Monitoring, Firefighting | Alarm monitoring | security guards, patrols, emergency services
P: Training | Courses | education
P801: Kindergarten, Preschool | Kindergarten programmes | preschool, kindergarten, early years
P802: Primary education, Secondary education, Boarding, Vacation care | International Baccalaureate, Sports programmes | school, independent school, college
P810: Undergraduate degrees, Vocational training, Research, Short courses | Diplomas, Degrees, Microcredentials | university, TAFE, vocational education, research
P821: Driving lessons, Music lessons, Corporate training, Swimming lessons, Tutoring, First aid training | Online courses, Certificates | training, RTO, tutoring, lessons, first aid
Q: Health services | Health programmes | health, community
Q840: Surgery, Emergency care, Maternity, Rehabilitation, Oncology | Day surgery | hospital, private hospital, rehabilitation
Q851: General practice, Skin checks, Telehealth, Travel vaccinations, Chronic disease management, Specialist consultations | Health assessments | medical centre, GP, bulk billing, specialist
Q852: Pathology, X-ray, MRI, Ultrasound | Pathology tests, Scans | radiology, pathology, imaging
Q8531: General dentistry, Orthodontics, Dental implants, Teeth whitening, Emergency dentistry | Clear aligners, Crowns, Mouthguards | dentist, dental clinic, orthodontics
Q8532: Eye tests, Dry eye treatment, Contact lens fitting | Glasses, Contact lenses, Sunglasses | optometrist, eyewear
Q853: Physiotherapy, Occupational therapy, Psychology, Podiatry, Speech pathology, Hydrotherapy, NDIS therapy | Orthotics, Exercise programmes | allied health, physiotherapy, NDIS, psychology, rehabilitation
Q860: Residential aged care, Respite care, Dementia care, Palliative care | Retirement living | aged care, nursing home, dementia care
Q871: Long day care, Vacation care, Outside school hours care, Kindergarten | Early learning programmes | childcare, early learning, kindergarten
Q879: Disability support, Home care, Employment services, Youth services, Homelessness support, Plan management | NDIS plans, Home care packages | NDIS, disability support, home care, not for profit, community services
R: Recreation | Memberships | leisure
R891: Exhibitions, Education programmes, Venue hire | Gallery memberships | museum, gallery, heritage
R900: Live performance, Music lessons, Venue hire, Event production | Tickets, Recordings | theatre, music, arts, festival
R911: Personal training, Group fitness, Swimming lessons, Sports competitions, Pilates | Gym memberships, Sports coaching | gym, fitness, sports club, yoga, pilates
R913: Tours, Indoor play, Adventure activities, Team building | Day passes, Gift vouchers | attractions, adventure, family fun
R920: Wagering, Gaming, Lotteries | Lottery tickets | wagering, casino, lotteries
S: Repairs | Service plans | services
S9411: Auto electrical repairs, Air conditioning regas, Dual battery systems | Batteries, Dash cams | auto electrician
S9412: Smash repairs, Paintless dent repair, Spray painting | Insurance repairs | panel beater, smash repairs
S9419: Car servicing, Roadworthy certificates, Brake repairs, Transmission repairs, Fleet servicing, Tyres | Log book service, Brakes, Exhausts | mechanic, car service, roadworthy, 4WD, diesel
S942: Equipment repair, Pump servicing, Forklift servicing, Machining, Appliance repair | Spare parts, Hydraulic hoses | industrial maintenance, repairs, hydraulics
S951: Hairdressing, Beauty treatments, Barbering, Laser hair removal, Massage, Nails | Hair care, Skin care, Gift cards | hair salon, beauty, barber, day spa
S952: Funerals, Cremations, Pre-paid funerals, Memorials | Caskets, Headstones | funeral directors, memorials
S953: Dry cleaning, Laundry, Linen hire, Parking, Pet grooming | Linen, Uniform laundry | laundry, dry cleaning, pet grooming
S954: Worship, Community meals, Youth groups | Retreats | church, faith community
S955: Member services, Advocacy, Industry training, Certification, Fundraising | Memberships, Industry awards | association, members, advocacy, industry body
`

const split = (text: string | undefined): readonly string[] => (text ?? '').trim().split(', ')

const offers = new Map(
  list
    .trim()
    .split('\n')
    .map((line): [string, Offer] => {
      const colon = line.indexOf(':')
      const [services, products, keywords] = line.slice(colon + 1).split(' | ')
      return [
        line.slice(0, colon),
        { services: split(services), products: split(products), keywords: split(keywords) },
      ]
    }),
)
