/** ANZSIC 2006: divisions 'A Name', groups 'A011 Name', classes 'A0111 Name', in the classification's order. */
export const anzsic = `
A Agriculture, forestry and fishing
A011 Nursery and floriculture production
A0111 Nursery production (under cover)
A0112 Nursery production (outdoors)
A0113 Turf growing
A012 Mushroom and vegetable growing
A0121 Mushroom growing
A0122 Vegetable growing (under cover)
A0123 Vegetable growing (outdoors)
A013 Fruit and tree nut growing
A0131 Grape growing
A0132 Kiwifruit growing
A0133 Berry fruit growing
A0134 Apple and pear growing
A0135 Stone fruit growing
A0136 Citrus fruit growing
A0137 Olive growing
A0139 Other fruit and tree nut growing
A014 Sheep, beef cattle and grain farming
A0141 Sheep farming (specialised)
A0142 Beef cattle farming (specialised)
A0144 Sheep-beef cattle farming
A0145 Grain-sheep or grain-beef cattle farming
A0149 Other grain growing
A015 Other crop growing
A016 Dairy cattle farming
A0160 Dairy cattle farming on pasture
A017 Poultry farming
A0171 Poultry farming (meat)
A0172 Poultry farming (eggs)
A018 Deer farming
A019 Other livestock farming
A020 Aquaculture
A0201 Offshore longline and rack aquaculture
A0202 Offshore caged aquaculture
A0203 Onshore aquaculture
A030 Forestry and logging
A0301 Forestry
A0302 Logging
A041 Fishing
A042 Hunting and trapping
A051 Forestry support services
A052 Agriculture and fishing support services
A0522 Shearing services
A0529 Other agriculture and fishing support services
B Mining
B060 Coal mining
B070 Oil and gas extraction
B080 Metal ore mining
B0801 Iron ore mining
B0803 Copper ore mining
B0804 Gold ore mining
B0806 Nickel ore mining
B0809 Other metal ore mining
B091 Construction material mining
B0911 Gravel and sand quarrying
B0919 Other construction material mining
B099 Other non-metallic mineral mining and quarrying
B101 Exploration
B1011 Petroleum exploration
B1012 Mineral exploration
B109 Other mining support services
C Manufacturing
C111 Meat and meat product manufacturing
C1111 Meat processing
C1113 Cured meat and smallgoods manufacturing
C112 Seafood processing
C113 Dairy product manufacturing
C1131 Milk and cream processing
C1132 Ice cream manufacturing
C1133 Cheese and other dairy product manufacturing
C114 Fruit and vegetable processing
C115 Oil and fat manufacturing
C116 Grain mill and cereal product manufacturing
C117 Bakery product manufacturing
C1171 Bread manufacturing (factory based)
C1172 Cake and pastry manufacturing (factory based)
C118 Sugar and confectionery manufacturing
C119 Other food product manufacturing
C1199 Prepared meals and other food manufacturing
C121 Beverage manufacturing
C1211 Soft drink, cordial and syrup manufacturing
C1212 Beer manufacturing
C1213 Spirit manufacturing
C1214 Wine and other alcoholic beverage manufacturing
C122 Cigarette and tobacco product manufacturing
C131 Textile manufacturing
C132 Leather tanning, fur dressing and leather product manufacturing
C133 Textile product manufacturing
C134 Knitted product manufacturing
C135 Clothing and footwear manufacturing
C141 Log sawmilling and timber dressing
C149 Other wood product manufacturing
C1491 Prefabricated wooden building manufacturing
C1492 Wooden structural fitting and component manufacturing
C151 Pulp, paper and paperboard manufacturing
C152 Converted paper product manufacturing
C161 Printing and printing support services
C1611 Printing
C1612 Printing support services
C162 Reproduction of recorded media
C170 Petroleum and coal product manufacturing
C181 Basic chemical manufacturing
C182 Basic polymer manufacturing
C183 Fertiliser and pesticide manufacturing
C184 Pharmaceutical and medicinal product manufacturing
C1841 Human pharmaceutical and medicinal product manufacturing
C1842 Veterinary pharmaceutical and medicinal product manufacturing
C185 Cleaning compound and toiletry preparation manufacturing
C189 Other basic chemical product manufacturing
C191 Polymer product manufacturing
C1911 Polymer film and sheet packaging material manufacturing
C1912 Rigid and semi-rigid polymer product manufacturing
C192 Natural rubber product manufacturing
C201 Glass and glass product manufacturing
C202 Ceramic product manufacturing
C203 Cement, lime, plaster and concrete product manufacturing
C2033 Ready-mixed concrete manufacturing
C2034 Concrete product manufacturing
C209 Other non-metallic mineral product manufacturing
C211 Basic ferrous metal manufacturing
C212 Basic ferrous metal product manufacturing
C213 Basic non-ferrous metal manufacturing
C214 Basic non-ferrous metal product manufacturing
C221 Iron and steel forging
C222 Structural metal product manufacturing
C2221 Structural steel fabricating
C2223 Architectural aluminium product manufacturing
C223 Metal container manufacturing
C224 Sheet metal product manufacturing
C229 Other fabricated metal product manufacturing
C231 Motor vehicle and motor vehicle part manufacturing
C239 Other transport equipment manufacturing
C2391 Shipbuilding and repair services
C2392 Boatbuilding and repair services
C2394 Aircraft manufacturing and repair services
C241 Professional and scientific equipment manufacturing
C2412 Medical and surgical equipment manufacturing
C2419 Other professional and scientific equipment manufacturing
C242 Computer and electronic equipment manufacturing
C243 Electrical equipment manufacturing
C244 Domestic appliance manufacturing
C245 Pump, compressor, heating and ventilation equipment manufacturing
C246 Specialised machinery and equipment manufacturing
C2461 Agricultural machinery and equipment manufacturing
C2462 Mining and construction machinery manufacturing
C249 Other machinery and equipment manufacturing
C251 Furniture manufacturing
C2511 Wooden furniture and upholstered seat manufacturing
C2512 Metal furniture manufacturing
C259 Other manufacturing
D Electricity, gas, water and waste services
D261 Electricity generation
D2611 Fossil fuel electricity generation
D2612 Hydro-electricity generation
D2619 Other electricity generation
D262 Electricity transmission
D263 Electricity distribution
D264 On selling electricity and electricity market operation
D270 Gas supply
D281 Water supply, sewerage and drainage services
D2811 Water supply
D2812 Sewerage and drainage services
D291 Waste collection services
D2911 Solid waste collection services
D2919 Other waste collection services
D292 Waste treatment, disposal and remediation services
D2921 Waste treatment and disposal services
D2922 Waste remediation and materials recovery services
E Construction
E301 Residential building construction
E3011 House construction
E3019 Other residential building construction
E302 Non-residential building construction
E3020 Commercial and industrial building construction
E310 Heavy and civil engineering construction
E3101 Road and bridge construction
E3109 Other heavy and civil engineering construction
E321 Land development and site preparation services
E3211 Land development and subdivision
E3212 Site preparation services
E322 Building structure services
E3221 Concreting services
E3222 Bricklaying services
E3223 Roofing services
E3224 Structural steel erection services
E323 Building installation services
E3231 Plumbing services
E3232 Electrical services
E3233 Air conditioning and heating services
E3234 Fire and security alarm installation services
E3239 Other building installation services
E324 Building completion services
E3241 Plastering and ceiling services
E3242 Carpentry services
E3243 Tiling and carpeting services
E3244 Painting and decorating services
E3245 Glazing services
E329 Other construction services
E3291 Landscape construction services
E3292 Hire of construction machinery with operator
E3299 Construction services not elsewhere classified
F Wholesale trade
F331 Agricultural product wholesaling
F3311 Wool wholesaling
F3312 Cereal grain wholesaling
F3319 Other agricultural product wholesaling
F332 Mineral, metal and chemical wholesaling
F333 Timber and hardware goods wholesaling
F3331 Timber wholesaling
F3332 Plumbing goods wholesaling
F3339 Other hardware goods wholesaling
F341 Specialised industrial machinery and equipment wholesaling
F349 Other machinery and equipment wholesaling
F3491 Professional and scientific goods wholesaling
F3492 Computer and computer peripheral wholesaling
F3494 Other electrical and electronic goods wholesaling
F350 Motor vehicle and motor vehicle parts wholesaling
F360 Grocery, liquor and tobacco product wholesaling
F3601 General line grocery wholesaling
F3605 Fruit and vegetable wholesaling
F3606 Liquor and tobacco product wholesaling
F371 Textile, clothing and footwear wholesaling
F372 Pharmaceutical and toiletry goods wholesaling
F373 Furniture, floor covering and other goods wholesaling
F380 Commission-based wholesaling
G Retail trade
G391 Motor vehicle retailing
G3911 Car retailing
G3912 Motor cycle retailing
G3913 Trailer and other motor vehicle retailing
G392 Motor vehicle parts and tyre retailing
G400 Fuel retailing
G411 Supermarket and grocery stores
G412 Specialised food retailing
G4121 Fresh meat, fish and poultry retailing
G4122 Fruit and vegetable retailing
G4123 Liquor retailing
G421 Furniture, floor coverings, houseware and textile goods retailing
G4211 Furniture retailing
G4212 Floor coverings retailing
G4213 Houseware retailing
G422 Electrical and electronic goods retailing
G423 Hardware, building and garden supplies retailing
G4231 Hardware and building supplies retailing
G4232 Garden supplies retailing
G424 Recreational goods retailing
G4241 Sport and camping equipment retailing
G4244 Newspaper and book retailing
G425 Clothing, footwear and personal accessory retailing
G4251 Clothing retailing
G4252 Footwear retailing
G4253 Watch and jewellery retailing
G426 Department stores
G427 Pharmaceutical and other store-based retailing
G4271 Pharmaceutical, cosmetic and toiletry goods retailing
G4274 Flower retailing
G431 Non-store retailing
G432 Retail commission-based buying and selling
H Accommodation and food services
H440 Accommodation
H451 Cafes, restaurants and takeaway food services
H4511 Cafes and restaurants
H4512 Takeaway food services
H4513 Catering services
H452 Pubs, taverns and bars
H453 Clubs (hospitality)
I Transport, postal and warehousing
I461 Road freight transport
I462 Road passenger transport
I4621 Interurban and rural bus transport
I4622 Urban bus transport
I4623 Taxi and other road transport
I471 Rail freight transport
I472 Rail passenger transport
I481 Water freight transport
I482 Water passenger transport
I490 Air and space transport
I501 Scenic and sightseeing transport
I502 Pipeline and other transport
I510 Postal and courier pick-up and delivery services
I5101 Postal services
I5102 Courier pick-up and delivery services
I521 Water transport support services
I522 Airport operations and other air transport support services
I529 Other transport support services
I5291 Customs agency services
I5292 Freight forwarding services
I530 Warehousing and storage services
J Information media and telecommunications
J541 Newspaper, periodical, book and directory publishing
J542 Software publishing
J551 Motion picture and video activities
J5511 Motion picture and video production
J5514 Post-production services and other motion picture and video activities
J552 Sound recording and music publishing
J561 Radio broadcasting
J562 Television broadcasting
J570 Internet publishing and broadcasting
J580 Telecommunications services
J5801 Wired telecommunications network operation
J5802 Other telecommunications network operation
J591 Internet service providers and web search portals
J592 Data processing, web hosting and electronic information storage services
J5921 Data processing and web hosting services
J601 Libraries and archives
J602 Other information services
K Financial and insurance services
K621 Central banking
K622 Depository financial intermediation
K6221 Banking
K6223 Credit union operation
K623 Non-depository financing
K624 Financial asset investing
K631 Life insurance
K632 Health and general insurance
K6321 Health insurance
K6322 General insurance
K633 Superannuation funds
K641 Auxiliary finance and investment services
K6411 Financial asset broking services
K6419 Other auxiliary finance and investment services
K642 Auxiliary insurance services
L Rental, hiring and real estate services
L661 Motor vehicle and transport equipment rental and hiring
L662 Farm animal and bloodstock leasing
L663 Other goods and equipment rental and hiring
L6631 Heavy machinery and scaffolding rental and hiring
L6639 Other goods and equipment rental and hiring not elsewhere classified
L664 Non-financial intangible assets leasing
L671 Property operators
L6711 Residential property operators
L6712 Non-residential property operators
L672 Real estate services
M Professional, scientific and technical services
M691 Scientific research services
M692 Architectural, engineering and technical services
M6921 Architectural services
M6922 Surveying and mapping services
M6923 Engineering design and engineering consulting services
M6924 Other specialised design services
M6925 Scientific testing and analysis services
M693 Legal and accounting services
M6931 Legal services
M6932 Accounting services
M694 Advertising services
M695 Market research and statistical services
M696 Management and related consulting services
M6961 Corporate head office management services
M6962 Management advice and related consulting services
M697 Veterinary services
M699 Other professional, scientific and technical services
M6991 Professional photographic services
M700 Computer system design and related services
N Administrative and support services
N721 Employment services
N7211 Employment placement and recruitment services
N7212 Labour supply services
N722 Travel agency and tour arrangement services
N729 Other administrative services
N7291 Office administrative services
N7294 Call centre operation
N731 Building cleaning, pest control and gardening services
N7311 Building and other industrial cleaning services
N7312 Building pest control services
N7313 Gardening services
N732 Packaging services
O Public administration and safety
O751 Central government administration
O752 State government administration
O753 Local government administration
O754 Justice
O755 Government representation
O760 Defence
O771 Public order and safety services
O7711 Police services
O7712 Investigation and security services
O7713 Fire protection and other emergency services
O772 Regulatory services
P Education and training
P801 Preschool education
P802 School education
P8021 Primary education
P8022 Secondary education
P8023 Combined primary and secondary education
P8024 Special school education
P810 Tertiary education
P8101 Technical and vocational education and training
P8102 Higher education
P821 Adult, community and other education
P8211 Sports and physical recreation instruction
P8212 Arts education
P8219 Adult, community and other education not elsewhere classified
P822 Educational support services
Q Health care and social assistance
Q840 Hospitals
Q8401 Hospitals (except psychiatric hospitals)
Q8402 Psychiatric hospitals
Q851 Medical services
Q8511 General practice medical services
Q8512 Specialist medical services
Q852 Pathology and diagnostic imaging services
Q853 Allied health services
Q8531 Dental services
Q8532 Optometry and optical dispensing
Q8533 Physiotherapy services
Q8534 Chiropractic and osteopathic services
Q8539 Other allied health services
Q859 Other health care services
Q8591 Ambulance services
Q860 Residential care services
Q8601 Aged care residential services
Q8609 Other residential care services
Q871 Child care services
Q879 Other social assistance services
R Arts and recreation services
R891 Museum operation
R892 Parks and gardens operations
R8921 Zoological and botanical gardens operation
R8922 Nature reserves and conservation parks operation
R900 Creative and performing arts activities
R9001 Performing arts operation
R9002 Creative artists, musicians, writers and performers
R9003 Performing arts venue operation
R911 Sports and physical recreation activities
R9111 Health and fitness centres and gymnasia operation
R9112 Sports and physical recreation clubs and sports professionals
R9113 Sports and physical recreation venues, grounds and facilities operation
R912 Horse and dog racing activities
R913 Amusement and other recreation activities
R9131 Amusement parks and centres operation
R920 Gambling activities
R9201 Casino operation
R9202 Lottery operation
S Other services
S941 Automotive repair and maintenance
S9411 Automotive electrical services
S9412 Automotive body, paint and interior repair
S9419 Other automotive repair and maintenance
S942 Machinery and equipment repair and maintenance
S9421 Domestic appliance repair and maintenance
S9429 Other machinery and equipment repair and maintenance
S949 Other repair and maintenance
S951 Personal care services
S9511 Hairdressing and beauty services
S9512 Diet and weight reduction centre operation
S952 Funeral, crematorium and cemetery services
S953 Other personal services
S9531 Laundry and dry-cleaning services
S954 Religious services
S955 Civic, professional and other interest group services
S9551 Business and professional association services
S9552 Labour association services
S9559 Other interest group services
S960 Private households employing staff
`
