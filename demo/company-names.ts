import { nameOrigins } from '../server/catalog/names.ts'
import type { Town } from '../server/catalog/towns.ts'
import type { Market } from './markets.ts'
import { shares, weighted, type Random } from './random.ts'
import type { SectorName } from './sectors.ts'

/** `brand` is what companies of one group share. */
export type CompanyName = { name: string; brand: string }

const parseList = (list: string): readonly string[] => list.trim().split(/\s+/)

const auNature = parseList(`
Banksia Wattle Ironbark Jarrah Coolabah Waratah Acacia Boronia Grevillea Kookaburra Lorikeet Currawong Brolga Wandoo Karri Tallowwood Bluegum Redgum Saltbush Spinifex Mallee
Casuarina Melaleuca Bottlebrush Quandong Mulga Brigalow Magpie Wedgetail Osprey Bellbird Rosella Cockatoo Stringybark Snowgum Paperbark Pelican Wombat Echidna Platypus Emu
`)
const nzNature = parseList(`
Kauri Rimu Tōtara Kōwhai Pōhutukawa Rātā Mānuka Tūī Kererū Fantail Ponga Harakeke Kahikatea Weka Korimako Ruru Tarata Nīkau Kiwi Pūkeko Matai Toetoe Kākā Pāua Huia
`)
const lie =
  'Harbour,Coastal,Southern Cross,Northern,Bayside,Ridgeline,Summit,Riverbend,Headland,Lighthouse,Westgate,Eastpoint,Highland,Peninsula,Hinterland,Capricorn,Pacific,Tasman,Meridian,Longreach,Cove,Bluff,Granite,Cobalt,Basalt,Sandstone,Quartz,Opal,Northside,Southside,Riverside,Oceanic,Austral,Horizon,Anchor,Compass,Beacon,Keystone,Cornerstone,Landmark,Stonebridge,Millbrook,Oakridge,Parkside,Seaview,Sunrise,Gateway,Crossroads,Southland Ridge,Tidal'.split(
    ',',
  )
const adjectives = parseList(`
Premier Precision Allied United Reliable Complete Prime Rapid Modern Classic Trusted Elite Total Direct Express Pinnacle Quality Smart Fresh Bright Urban Metro Apex Advanced Central
Dependable Swift Integral Superior Master Custom Local Affordable Signature Heritage Pioneer Vanguard Steadfast Clearview National
`)
const openings = parseList(
  'Vel Nex Tri Quan Zen Lum Aer Cor Vant Syn Oph Cal Myr Tal Ven Bri Kin Sol Ard Stra Ori Pel Rav Fin Hal Iri Kest Lin Mer Nov Oss Par Quil Ro Sel Tav Vir Bel Dra Em Gal Hy Ken Lor Mon Nel Pix Rem Sta Tor Vex Wil Zy',
)
const endings = parseList(
  'ora ara io idan adia entis era ova ify esta alis onic antra iva exa ura ello inta ance eon ilo ento ably istic oro une ium wise point ware loop stack path works hub ly grid flow mint',
)
const tasteAdjectives = parseList(
  'Salty Little Rusty Golden Copper Blue Wild Lazy Hungry Paper Velvet Tin Olive Smoky Quiet Twin Humble Crooked Sunny Black White Red Noisy Secret Sweet Burnt Dusty Lucky Old Gentle',
)
const tasteNouns = parseList(
  'Heron Fig Spoon Lantern Pear Goat Sparrow Kettle Barrel Whisk Thyme Lemon Tram Plate Pantry Oven Basil Pepper Crumb Barista Bean Ladle Quince Fennel Mango Prawn Snapper Oyster Rooster Fox Finch Penny',
)
const terrain = parseList(
  'Creek Ridge Flat Plains Valley Bay Downs Springs Heights Point Junction Crossing Hills Vale Gully Range',
)
const topics =
  'Rural Connectivity,Coastal Works,Harbour Safety,Regional Skills,Inland Freight,Water Planning,Community Facilities,Digital Records,Public Lands,Energy Planning,Housing Delivery,Small Business Services,Biosecurity Response,Heritage Places,Waterways,Road Safety Planning,Land Titles Review,Workforce Planning'.split(
    ',',
  )
const causes =
  'Growers,Builders,Riders,Walkers,Beekeepers,Rowers,Nurses,Carers,Volunteers,Makers,Traders,Landcare,Gardeners,Musicians,Swimmers,Farmers'.split(
    ',',
  )

type Style =
  | 'family'
  | 'pair'
  | 'sons'
  | 'place'
  | 'nature'
  | 'lie'
  | 'adjective'
  | 'coined'
  | 'initials'
  | 'taste'

const isStyle = (text: string): text is Style => text !== ''
const styles = (list: string): ((random: Random) => Style) =>
  weighted(shares(list).flatMap(([style, weight]) => (isStyle(style) ? [[style, weight]] : [])))

const craft = styles(
  'family 28, sons 9, place 20, nature 13, lie 13, adjective 10, initials 6, coined 1',
)
const firm = styles('pair 38, family 32, lie 12, nature 6, coined 8, initials 4')
const brand = styles('coined 46, nature 14, lie 18, adjective 7, initials 6, family 5, place 4')
const shop = styles('place 22, nature 18, family 16, lie 14, taste 14, coined 10, adjective 6')
const table = styles('taste 46, place 16, family 14, nature 14, lie 10')
const solid = styles('lie 30, nature 16, coined 22, place 12, family 12, adjective 8')

const styleOf: Readonly<Partial<Record<SectorName, (random: Random) => Style>>> = {
  trades: craft,
  build: craft,
  workshop: craft,
  logistics: craft,
  farm: styles('family 38, sons 12, place 16, nature 22, lie 12'),
  practice: firm,
  design: firm,
  property: styles('family 24, pair 14, lie 22, place 22, nature 10, adjective 8'),
  tech: brand,
  creative: brand,
  media: brand,
  research: brand,
  people: brand,
  retail: shop,
  personal: styles('place 20, nature 22, lie 18, family 14, coined 14, adjective 12'),
  leisure: styles('place 28, nature 20, lie 24, coined 10, adjective 10, family 8'),
  hospitality: table,
  stay: styles('nature 30, lie 34, place 30, family 6'),
  health: styles('place 46, nature 20, lie 20, family 14'),
  care: styles('nature 30, lie 30, place 28, adjective 12'),
}

export const generateCompanyName = (random: Random, market: Market, town: Town): CompanyName => {
  const official = officialName(random, market, town)
  if (official !== undefined) return { name: official, brand: official }
  const suffix = random.early(market.nameSuffixes)
  const style = (styleOf[market.sector] ?? solid)(random)
  if (style === 'coined') {
    const coined = random.pick(openings) + random.pick(endings)
    return { name: random.chance(0.45) ? coined : `${coined} ${suffix}`, brand: coined }
  }
  if (style === 'taste') {
    const taste = `${random.pick(tasteAdjectives)} ${random.pick(tasteNouns)}`
    const name = random.chance(0.55) ? `The ${taste}` : `${taste} ${suffix}`
    return { name, brand: taste }
  }
  const stem = stemOf(random, style, town)
  return { name: `${stem} ${suffix}`, brand: stem }
}

const stemOf = (random: Random, style: Style, town: Town): string => {
  if (style === 'family') return familyName(random, town.country)
  if (style === 'pair')
    return `${familyName(random, town.country)} ${familyName(random, town.country)}`
  if (style === 'sons')
    return `${familyName(random, town.country)} ${random.pick(['& Sons', 'Bros', '& Daughters', 'Family'])}`
  if (style === 'place') return random.chance(0.7) ? town.name : town.city
  if (style === 'nature') return natural(random, town.country)
  if (style === 'lie') return random.pick(lie)
  if (style === 'adjective') return random.pick(adjectives)
  const letter = (): string => String.fromCharCode(65 + random.between(0, 25))
  return letter() + letter() + (random.chance(0.7) ? letter() : '')
}

const natural = (random: Random, country: string): string =>
  random.early(country === 'NZ' ? nzNature : auNature)

const toponym = (random: Random, country: string): string =>
  `${random.pick(country === 'NZ' ? nzNature : auNature)} ${random.pick(terrain)}`

/** In invented locations, so that none is real. */
const officialName = (random: Random, market: Market, town: Town): string | undefined => {
  const locality = toponym(random, town.country)
  const topic = random.pick(topics)
  switch (market.code) {
    case 'O751':
      return random.pick([`Office of ${topic}`, `National ${topic} Agency`, `${topic} Commission`])
    case 'O752':
      return `${random.pick(['Department of', 'Authority for', 'Office of'])} ${topic} ${town.state}`
    case 'O753':
      return town.country === 'NZ'
        ? `${locality} District Council`
        : `${locality} ${random.pick(['Shire', 'City', 'Regional'])} Council`
    case 'P801':
      return `${locality} ${random.early(market.nameSuffixes)}`
    case 'P802':
      return `${locality} ${random.pick(['Primary School', 'College', 'High School', 'Grammar School', 'Christian College'])}`
    case 'P810':
      return `${locality} ${random.pick(['Institute of Technology', 'University College', 'Polytechnic', 'Business School'])}`
    case 'S954':
      return `${locality} ${random.pick(['Community Church', 'Parish', 'Temple', 'Fellowship'])}`
    case 'S955':
      return `${town.city} ${random.pick(causes)} ${random.early(market.nameSuffixes)}`
    default:
      return undefined
  }
}

const origins = {
  AU: weighted(nameOrigins.map((origin) => [origin, origin.au] as const)),
  NZ: weighted(nameOrigins.map((origin) => [origin, origin.nz] as const)),
}
const latin = nameOrigins.slice(0, 1)

/** Usually of one origin; hyphens stand for blanks inside a name. */
export const personName = (
  random: Random,
  country: 'AU' | 'NZ',
): [given: string, family: string] => {
  const origin = origins[country](random)
  const given = random.chance(0.3) ? random.pick(latin).given : origin.given
  return [random.early(given), random.early(origin.family).replaceAll('-', ' ')]
}

const familyName = (random: Random, country: 'AU' | 'NZ'): string =>
  random.early(origins[country](random).family).replaceAll('-', ' ')
