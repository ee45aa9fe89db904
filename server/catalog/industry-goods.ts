/**
 * Goods that classes make, build, install, sell, hire out or repair, after ANZSIC's lists of primary activities: 'C113 milk' makes
 * 'milk producers'. A name of an industry or a synonym is not repeated.
 */
export const industryGoods = `
C111 meat | beef | lamb | pork | poultry | chicken | bacon | ham | sausage | smallgoods
C112 fish | seafood | prawn | oyster
C113 dairy | milk | cheese | yoghurt | butter | ice cream | milk powder | infant formula
C114 juice | fruit juice | jam | tomato sauce | canned fruit | frozen vegetable | sauce | pickle
C115 cooking oil | vegetable oil | olive oil | margarine
C116 flour | cereal | breakfast cereal | pasta | noodle | stockfeed | animal feed
C117 bread | cake | pie | biscuit | pastry | pizza base
C118 sugar | confectionery | chocolate | lollies
C119 coffee | tea | spice | snack | potato chip | ready meal | health food | pet food | peanut butter
C121 beverage | drink | wine | cider | spirits | gin | whisky | vodka | rum | beer | soft drink | cordial | bottled water
C131 textile | fabric | yarn | wool textile
C132 leather | leather goods
C133 canvas | tent | awning | rope | sail | carpet | rug | towel | linen | curtain
C134 knitwear | hosiery | sock
C135 clothing | garment | uniform | workwear | footwear | shoe | boot | swimwear | fashion | apparel
C141 timber | sawn timber | woodchip
C149 plywood | timber frame | roof truss | pallet | wooden door | timber window | joinery
C151 paper | pulp | cardboard
C152 box | carton | paper bag | tissue | stationery | label | nappy
C170 bitumen | lubricant | fuel
C181 industrial gas | gas cylinder | dye | chemical
C182 resin | synthetic rubber
C183 fertiliser | pesticide | herbicide
C184 medicine | drug | vaccine | vitamin | supplement | pharmaceutical
C185 soap | detergent | shampoo | cosmetics | skincare | toiletries | perfume | cleaning product | cleaning chemical
C189 explosive | candle | adhesive
C191 plastic | plastic bag | plastic bottle | plastic pipe | pipe | foam | fibreglass | paint | coating | tyre | packaging | flexible packaging | plastic packaging
C192 rubber | conveyor belt
C201 glass | glass bottle
C202 brick | tile | pottery | ceramic
C203 cement | concrete | plasterboard | paver | concrete pipe | precast
C209 stone benchtop | insulation | tombstone
C211 steel | iron
C213 aluminium | alumina | copper | zinc
C222 structural steel | aluminium window | window | security door | shed | steel frame | gate | garage door | roller door
C223 tank | can | boiler | pressure vessel | water tank
C224 sheet metal | metal roofing | ducting | guttering
C229 spring | wire | bolt | fastener | tool | lock | hand tool
C231 car | truck | bus | trailer | caravan | car part | automotive component | automotive part | vehicle body
C239 boat | ship | yacht | aircraft | train | bicycle | wheelchair
C241 medical device | medical equipment | surgical equipment | dental equipment | spectacle lens | scientific instrument | medical instrument
C242 computer | electronics | telecommunications equipment | semiconductor
C243 cable | battery | light | lighting | switchboard | solar panel | transformer
C244 appliance | oven | washing machine | hot water system
C245 pump | compressor | air conditioner | heater
C246 machinery | farm machinery | agricultural machinery | mining equipment | tractor | crane | machine tool | industrial machinery
C249 lift | elevator | fire extinguisher
C251 furniture | mattress | bed | kitchen | kitchen cabinet | cabinet | office furniture
C259 jewellery | toy | sporting goods | surfboard | sign | musical instrument
E301 house | home | apartment | townhouse | unit | duplex | granny flat
E302 commercial | industrial | office | factory | shed | warehouse | school | hospital | hotel
E322 concrete | brick | block | roof | roofing | steel | metal roofing
E323 solar | solar panel | battery | plumbing | electrical | air conditioning | air conditioner | security system | alarm | lift | insulation | heat pump | hot water system
E324 glass | window | tile | carpet | flooring | ceiling | plasterboard | kitchen | kitchen cabinet | door | cabinet | bathroom | wallpaper
E329 fence | fencing | pool | swimming pool | paver | paving | deck | garage door
F331 wool | grain | wheat | seed | hay | fodder | livestock | hide | stockfeed
F332 steel | metal | scrap metal | aluminium | chemical | industrial chemical | petroleum | fuel | lubricant | fertiliser | mineral
F333 timber | plumbing | plumbing goods | bathroom | tile | brick | cement | paint | tool | hardware | building materials | building products | roofing | door | window
F341 machinery | farm machinery | agricultural machinery | construction equipment | mining equipment | earthmoving equipment | tractor | forklift | industrial machinery | pump | crane
F349 medical equipment | medical device | surgical equipment | dental | dental equipment | scientific equipment | laboratory equipment | computer | it hardware | phone | electronics | electrical goods | lighting | cable | office machine | catering equipment | telecommunications equipment | solar panel
F350 car | truck | motorcycle | trailer | caravan | car part | auto part | automotive part | truck part | tyre
F360 grocery | food | food and beverage | meat | poultry | smallgoods | seafood | fish | dairy | milk | cheese | fruit | vegetable | fruit and vegetable | fruit and veg | produce | confectionery | coffee | tea | liquor | wine | beer | spirits | drink | soft drink | beverage | tobacco | pet food
F371 textile | fabric | clothing | fashion | apparel | footwear | shoe | uniform | workwear
F372 pharmaceutical | medicine | drug | cosmetics | skincare | toiletries | perfume | vitamin | supplement | veterinary drug
F373 furniture | flooring | carpet | jewellery | watch | kitchenware | homewares | toy | sporting goods | bicycle | bike | book | magazine | stationery | paper | giftware | gift | luggage
G391 car | motorcycle | motorbike | caravan | boat | trailer | motorhome | used car
G392 car part | auto part | tyre | car battery | car accessory
G400 fuel | petrol
G411 grocery
G412 meat | fish | seafood | fruit | vegetable | liquor | wine | bread | cake | health food
G421 furniture | flooring | carpet | rug | homewares | kitchenware | mattress | bed | curtain | blind | linen | manchester
G422 appliance | whitegoods | computer | electronics | phone | mobile phone | television | hi fi | camera | lighting
G423 hardware | tool | paint | timber | building supplies | garden | plant | bathroom | tile
G424 sporting goods | sports | bike | bicycle | camping | fishing tackle | surf | toy | game | hobby | book | music | musical instrument | stationery
G425 clothing | fashion | apparel | footwear | shoe | jewellery | watch | handbag | luggage | accessory | bridal
G427 cosmetics | vitamin | supplement | pet | flower | gift | art | antique | second hand | tobacco | vape
L661 car | truck | van | ute | bus | minibus | campervan | motorhome | caravan | trailer | boat | vehicle
L663 tool | party | event | furniture | costume | suit | bike | bicycle | surfboard | ski | generator | marquee | audio visual | staging | portable toilet | equipment | plant | scaffold | tent
S941 car | truck | ute | van | bus | motorcycle | motorbike | brake | exhaust | transmission | windscreen
S942 appliance | washing machine | oven | phone | mobile phone | computer | laptop | electronics | machinery | tractor | forklift | pump | television | printer
S949 furniture | shoe | watch | jewellery | bike | bicycle | musical instrument | clock
`
