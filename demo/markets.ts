import { divisions } from '../server/catalog/industry.ts'
import type { SectorName } from './sectors.ts'

export type Market = {
  code: string
  weight: number
  shape: Shape
  sector: SectorName
  perHead: number
  nameSuffixes: readonly string[]
}

export type Shape = 'micro' | 'small' | 'mid' | 'large'

/** 'code weight shape sector perHead | words in names'. Weights sum to about 1,000. */
const list = `
A011 3 small farm 160 | Nursery, Growers, Turf, Plants
A013 9 small farm 190 | Orchards, Vineyards, Fruit, Citrus, Growers, Berries
A014 11 small farm 310 | Pastoral, Grain, Farming, Station, Merinos
A016 6 small farm 340 | Dairy, Dairies, Farms
A020 2 mid farm 260 | Oysters, Seafoods, Aquaculture
A052 6 micro farm 150 | Rural Services, Shearing, Agri Contracting, Ag Services, Spraying
B060 2 large mining 900 | Coal, Resources
B070 3 mid mining 1200 | Energy, Petroleum, Gas
B080 7 large mining 800 | Mining, Resources, Gold, Minerals, Lithium, Iron
B101 8 small mining 180 | Exploration, Minerals, Resources, Metals
B109 9 mid mining 330 | Drilling, Mining Services, Blasting, Crushing, Contracting
C111 3 large manufacturing 620 | Meats, Beef, Smallgoods
C113 3 mid manufacturing 650 | Dairy, Cheese, Creamery
C117 5 small manufacturing 190 | Bakery, Bakehouse, Pies, Patisserie
C119 8 mid manufacturing 380 | Foods, Food Co, Kitchen, Provisions
C121 9 small manufacturing 320 | Wines, Estate, Brewing, Distillery, Cellars
C135 3 small manufacturing 190 | Apparel, Knitwear, Workwear, Textiles
C149 6 mid manufacturing 280 | Joinery, Timber, Frames & Trusses, Windows
C161 6 small manufacturing 210 | Print, Printing, Signs, Labels
C184 3 mid manufacturing 430 | Pharma, Laboratories, Health
C191 5 mid manufacturing 310 | Plastics, Packaging, Polymers
C203 4 mid manufacturing 460 | Concrete, Precast, Cement
C222 10 mid manufacturing 250 | Steel, Fabrication, Engineering, Aluminium
C229 6 small manufacturing 220 | Sheetmetal, Machining, Metals, Engineering
C241 4 mid manufacturing 310 | Medical, Instruments, Scientific
C246 8 mid manufacturing 290 | Machinery, Automation, Conveyors, Equipment
C251 7 small manufacturing 190 | Furniture, Kitchens, Cabinets, Joinery
D261 4 mid utility 950 | Renewables, Power, Solar Farms, Wind
D263 1.5 large utility 780 | Energy Networks, Power Networks, Lines
D281 1.5 large utility 650 | Water
D291 4 mid utility 240 | Waste, Skip Bins, Bins, Waste Services
D292 5 mid utility 290 | Recycling, Remediation, Environmental, Metal Recyclers
E301 32 small build 520 | Homes, Building, Constructions, Builders, Custom Homes
E302 20 mid build 610 | Constructions, Construction, Projects, Building Group, Interiors
E310 14 mid build 420 | Civil, Civil Contractors, Infrastructure, Roads
E321 11 small build 330 | Earthmoving, Excavations, Demolition, Land Development
E3221 4 small trades 200 | Concreting, Concrete Constructions, Formwork
E3222 3 micro trades 150 | Bricklaying, Masonry
E3223 4 small trades 220 | Roofing, Roofs, Metal Roofing
E3224 2 mid trades 260 | Steel Erectors, Rigging
E3231 14 small trades 210 | Plumbing, Plumbing & Gas, Plumbing Services, Drainage
E3232 18 small trades 220 | Electrical, Electrical Services, Solar, Electrics, Power Solutions
E3233 7 small trades 240 | Air Conditioning, Air, Mechanical Services, Refrigeration
E3234 4 mid trades 200 | Fire Protection, Fire & Security, Security Systems
E3241 3 micro trades 150 | Plastering, Ceilings, Interiors
E3242 8 micro trades 160 | Carpentry, Joinery, Carpenters
E3243 3 micro trades 150 | Tiling, Flooring
E3244 6 micro trades 130 | Painting, Painters, Decorating
E3245 3 small trades 190 | Glass, Glazing
E329 16 small trades 240 | Landscapes, Pools, Fencing, Scaffolding, Landscaping
F333 6 mid wholesale 520 | Timber, Hardware Supplies, Trade Supplies, Plumbing Supplies
F341 8 mid wholesale 590 | Machinery, Equipment, Tractors, Forklifts
F349 10 mid wholesale 560 | Supplies, Distribution, Electrical Wholesale, Technologies, Safety
F350 5 mid wholesale 540 | Auto Parts, Truck Parts, Batteries
F360 9 mid wholesale 700 | Fresh Produce, Foods, Seafood, Liquor, Food Distributors
F372 4 mid wholesale 680 | Medical Supplies, Health Supplies, Pharma
F373 5 small wholesale 420 | Imports, Homewares, Trading, Office Supplies
G391 9 mid retail 900 | Motors, Motor Group, Automotive, Caravans, Cars
G392 4 small retail 280 | Tyres, Tyre & Auto, Batteries
G411 6 mid retail 330 | Supermarkets, Grocers, Fresh Market
G412 6 micro retail 230 | Butchers, Cellars, Providores, Deli, Fruit Market
G421 7 small retail 270 | Furniture, Living, Floors, Bedding, Homewares
G422 4 small retail 390 | Electronics, Appliances, Computers
G423 6 small retail 310 | Hardware, Garden Centre, Landscape Supplies
G424 6 small retail 240 | Cycles, Books, Outdoors, Toys, Sports
G425 10 small retail 200 | Boutique, Clothing, Footwear, Jewellers, The Label
G427 11 small retail 360 | Pharmacy, Chemist, Flowers, Pets
G431 10 small retail 410 | Online, Direct, Market, Goods, Collective
H440 14 small stay 140 | Hotel, Motel, Holiday Park, Apartments, Resort, Lodge
H4511 30 micro hospitality 95 | Cafe, Restaurant, Kitchen, Espresso, Dining, Bistro
H4512 9 micro hospitality 105 | Pizza, Burgers, Takeaway, Sushi, Fish & Chips
H4513 4 small hospitality 110 | Catering, Events Catering
H452 8 small hospitality 170 | Hotel, Tavern, Bar, Taproom
H453 4 mid hospitality 180 | Bowls Club, RSL, Golf Club, Leagues Club
I461 17 small logistics 260 | Transport, Haulage, Freight Lines, Freight, Logistics
I462 4 mid logistics 130 | Coaches, Bus Lines, Transfers
I490 2 mid logistics 480 | Aviation, Air Charter, Airlines
I501 3 small leisure 120 | Cruises, Tours, Charters
I510 5 small logistics 150 | Couriers, Express, Deliveries
I529 9 small logistics 430 | Customs, Forwarding, Global Logistics, Shipping
I530 6 mid logistics 210 | Warehousing, Storage, Fulfilment, Cold Storage
J541 4 small media 210 | Publishing, Media, News
J542 24 small tech 260 | Software, Labs, Systems, App, Cloud
J551 7 micro media 190 | Productions, Films, Studios, Pictures
J562 1 large media 420 | Television, Broadcasting
J570 7 small media 280 | Media, Digital, Marketplace
J580 6 mid tech 460 | Telecom, Networks, Communications, Broadband
J592 6 small tech 300 | Hosting, Data Centres, Data, Cloud
K622 3 large finance 650 | Mutual, Bank, Credit Union
K623 6 small finance 520 | Finance, Lending, Capital
K624 7 small finance 900 | Capital, Investments, Ventures, Partners
K632 2 large finance 780 | Insurance, Mutual Insurance, Health Fund
K633 2 mid finance 640 | Super, Superannuation
K641 21 micro finance 240 | Wealth, Financial Planning, Finance Brokers, Advisory, Home Loans
K642 8 small finance 230 | Insurance Brokers, Risk, Underwriting
L661 4 mid property 380 | Car Rentals, Vehicle Hire, Fleet
L663 8 small property 260 | Hire, Equipment Hire, Access Hire, Event Hire
L671 10 small property 850 | Property Group, Properties, Developments, Property Trust
L672 27 small property 210 | Real Estate, Property, Realty, Property Management
M691 6 small research 230 | Research, Biosciences, Institute, Therapeutics
M6921 10 small design 180 | Architects, Architecture, Design Studio
M6922 4 small design 170 | Surveyors, Surveying, Spatial
M6923 18 small design 210 | Consulting Engineers, Engineering, Engineers, Structural
M6924 5 micro design 160 | Design, Interiors, Drafting
M6925 3 mid design 180 | Laboratories, Testing
M6931 15 small practice 230 | Lawyers, Legal, Law, Solicitors, Conveyancing
M6932 21 small practice 180 | Accountants, Accounting, Partners, Tax, Bookkeeping, Business Advisory
M694 20 small creative 190 | Creative, Digital, Agency, Marketing, Media, Communications
M695 3 small creative 190 | Research, Insights
M696 32 small professional 220 | Consulting, Advisory, Consulting Group, Management, Partners
M697 7 small health 150 | Veterinary Clinic, Animal Hospital, Vets
M699 6 micro creative 120 | Photography, Translations, Valuers
M700 40 small tech 220 | IT, Technology, Solutions, Technologies, Cyber, IT Services, Digital
N721 16 small people 420 | Recruitment, Personnel, People, Staffing, Talent
N722 7 small people 380 | Travel, Tours, Journeys
N729 8 small people 170 | Events, Outsourcing, Business Services, Contact
N731 15 small trades 90 | Cleaning, Property Services, Pest Control, Gardens, Facility Services
O751 2 large government 200 |
O752 4 large government 200 |
O753 6 large government 180 |
O771 6 mid trades 100 | Security, Protective Services, Guarding
P801 4 small education 80 | Kindergarten, Preschool
P802 12 large education 130 |
P810 4 large education 180 |
P821 12 small education 130 | Training, Academy, Driving School, Swim School, Music School, Tutoring
Q840 3 large health 170 | Private Hospital, Hospital, Day Surgery
Q851 15 small health 190 | Medical Centre, Family Practice, Medical, Specialists
Q852 3 mid health 220 | Radiology, Pathology, Imaging
Q8531 8 small health 170 | Dental, Dentists, Orthodontics
Q8532 3 small health 190 | Optometrists, Eyecare
Q8533 6 small health 110 | Physiotherapy, Physio, Sports Medicine
Q8539 5 small health 110 | Psychology, Podiatry, Allied Health, Therapy
Q860 6 large care 95 | Aged Care, Care, Retirement Living
Q871 11 mid care 70 | Early Learning, Childcare, Kids, Early Education
Q879 13 mid care 85 | Disability Services, Home Care, Community Services, Support
R891 2 mid community 120 | Museum, Gallery
R900 6 micro media 110 | Theatre, Music, Dance Company, Festival
R911 11 small leisure 85 | Fitness, Gym, Pilates, Swim Centre, Sports Club
R913 5 small leisure 120 | Adventures, Play Centre, Adventure Park
R920 1 large leisure 480 | Casino, Wagering, Lotteries
S9411 3 micro workshop 160 | Auto Electrics
S9412 5 small workshop 170 | Smash Repairs, Panel & Paint, Collision
S9419 10 micro workshop 180 | Auto, Automotive, Mechanical, Motors, Auto Care
S942 8 small workshop 200 | Hydraulics, Maintenance, Industrial Services, Pumps
S951 16 micro personal 75 | Hair, Beauty, Barbers, Hair Studio, Skin Clinic, Day Spa
S952 2 small personal 190 | Funerals, Funeral Directors
S953 5 small personal 100 | Laundry, Dry Cleaners, Linen Service, Pet Grooming
S954 2 small community 90 |
S955 9 small community 160 | Association, Society, Foundation, Council
`

const sectorOfDivision: Readonly<Record<string, SectorName>> = {
  A: 'farm',
  B: 'mining',
  C: 'manufacturing',
  D: 'utility',
  E: 'trades',
  F: 'wholesale',
  G: 'retail',
  H: 'hospitality',
  I: 'logistics',
  J: 'media',
  K: 'finance',
  L: 'property',
  M: 'professional',
  N: 'people',
  O: 'government',
  P: 'education',
  Q: 'health',
  R: 'leisure',
  S: 'community',
}

const isShape = (text: string | undefined): text is Shape =>
  text === 'micro' || text === 'small' || text === 'mid' || text === 'large'

const described = list
  .trim()
  .split('\n')
  .map((line): Market => {
    const [facts = '', suffixes = ''] = line.split(' |')
    const [code = '', weight, shape, sector, perHead] = facts.split(' ')
    return {
      code,
      weight: Number(weight),
      shape: isShape(shape) ? shape : 'small',
      // The list above names no other sector.
      sector: sector as SectorName,
      perHead: Number(perHead),
      nameSuffixes: suffixes.trim() === '' ? [] : suffixes.trim().split(', '),
    }
  })

const coveredGroups = new Set(described.map((market) => market.code.slice(0, 4)))
const unlikely = new Set(['O755', 'O760', 'S960', 'K621'])

/** Those above, and the other ANZSIC groups with a few companies each. */
export const markets: readonly Market[] = [
  ...described,
  ...divisions.flatMap(({ code, groups }) =>
    groups
      .filter((group) => !coveredGroups.has(group.code) && !unlikely.has(group.code))
      .map((group): Market => ({
        code: group.code,
        weight: 0.5,
        shape: 'small',
        sector: sectorOfDivision[code] ?? 'professional',
        perHead: 220,
        nameSuffixes: ['Industries', 'Enterprises', 'Group', 'Trading', 'Services'],
      })),
  ),
]
