import { towns, type Town } from '../server/catalog/towns.ts'
import { markets, type Market, type Shape } from './markets.ts'
import { randomOf, weighted, type Random } from './random.ts'

export type Head = {
  market: Market
  town: Town
  employees: number
  foreign: boolean
  /** Of a giant; the others get random names. */
  name: string | undefined
}

/** By the typical firm size of an industry. */
const bandShares: Readonly<Record<Shape, readonly number[]>> = {
  micro: [77, 18, 4, 0.6, 0.2, 0.1, 0.02, 0.01],
  small: [53, 31, 12, 2.6, 0.8, 0.4, 0.07, 0.04],
  mid: [27, 36, 26, 7, 2.3, 1.3, 0.2, 0.1],
  large: [6, 16, 32, 23, 11, 9.5, 1.7, 0.8],
}
const bandOf = {
  micro: weighted(bandShares.micro.map((share, band) => [band, share] as const)),
  small: weighted(bandShares.small.map((share, band) => [band, share] as const)),
  mid: weighted(bandShares.mid.map((share, band) => [band, share] as const)),
  large: weighted(bandShares.large.map((share, band) => [band, share] as const)),
}
const bandEdges = [1, 11, 51, 201, 501, 1001, 5001, 10_001, 38_000] as const

/** They come first in a market that is big enough. */
const giants: readonly (readonly [
  code: string,
  employees: number,
  country: 'AU' | 'NZ',
  name: string,
])[] = [
  ['G411', 118_400, 'AU', 'Lorikeet Lane Supermarkets'],
  ['G411', 21_900, 'NZ', 'Kōwhai & Co Fresh Markets'],
  ['B080', 41_300, 'AU', 'Ironbark Ranges Resources'],
  ['K622', 39_800, 'AU', 'Tallowwood Bank'],
  ['D263', 10_900, 'AU', 'Stringybark Energy Networks'],
  ['G423', 52_600, 'AU', 'Barrow & Bench Hardware'],
  ['Q840', 33_700, 'AU', 'Bellbird Valley Hospitals'],
  ['O752', 26_100, 'AU', 'Department of Community Facilities NSW'],
  ['I490', 19_500, 'AU', 'Brolga Air Lines'],
  ['J580', 24_800, 'AU', 'Echidna Telecom'],
  ['N721', 14_200, 'AU', 'Quandong People'],
  ['E302', 12_600, 'AU', 'Currawong Bridge Constructions'],
]
const smallestWithGiants = 2000

const drawMarket = weighted(markets.map((market) => [market, market.weight] as const))

const drawTown = {
  AU: weighted(
    towns.filter((town) => town.country === 'AU').map((town) => [town, town.weight] as const),
  ),
  NZ: weighted(
    towns.filter((town) => town.country === 'NZ').map((town) => [town, town.weight] as const),
  ),
}
const byState = new Map<string, Town[]>()
const byCity = new Map<string, Town[]>()
for (const town of towns) {
  const state = `${town.country}/${town.state}`
  byState.set(state, [...(byState.get(state) ?? []), town])
  byCity.set(`${state}/${town.city}`, [...(byCity.get(`${state}/${town.city}`) ?? []), town])
}
const capitals = new Set([
  'Sydney',
  'Melbourne',
  'Brisbane',
  'Adelaide',
  'Canberra',
  'Auckland',
  'Wellington',
  'Christchurch',
])
const western = byState.get('AU/WA') ?? []

export const sameCity = (town: Town): readonly Town[] =>
  byCity.get(`${town.country}/${town.state}/${town.city}`) ?? [town]

export const sameState = (town: Town): readonly Town[] =>
  byState.get(`${town.country}/${town.state}`) ?? [town]

export const anyTown = (random: Random, country: 'AU' | 'NZ'): Town => drawTown[country](random)

/** Mines are in the west and farms in the country, whatever the business weight of a town. */
const townFor = (random: Random, market: Market, country: 'AU' | 'NZ'): Town => {
  if (country === 'AU' && market.sector === 'mining' && random.chance(0.45))
    return random.pick(western)
  if (country === 'AU' && market.code.startsWith('E') && random.chance(0.07))
    return random.pick(western)
  let town = drawTown[country](random)
  if (market.sector === 'farm')
    for (let tries = 0; tries < 6 && capitals.has(town.city); tries++)
      town = drawTown[country](random)
  return town
}

const newZealandShare = 0.18
const foreignShare = 0.035

const ofDivision = new Map(
  markets.map(({ code }) => [
    code.slice(0, 1),
    weighted(
      markets
        .filter((market) => market.code[0] === code[0] && market.nameSuffixes.length > 0)
        .map((market) => [market, market.weight] as const),
    ),
  ]),
)

/** A trade near its parent's, without official identifiers. */
export const memberOf = (random: Random, parent: Head, drawn: Head): Head => ({
  ...drawn,
  market: ofDivision.get(parent.market.code.slice(0, 1))?.(random) ?? parent.market,
  foreign: false,
  name: undefined,
})

/** By index; cheap, so that employees can be counted before companies are generated. */
export const headOf = (seed: number, index: number, companies: number): Head => {
  const random = randomOf(seed, 1, index)
  const giant = companies >= smallestWithGiants ? giants[index] : undefined
  const country = giant?.[2] ?? (random.chance(newZealandShare) ? 'NZ' : 'AU')
  const drawn = drawMarket(random)
  const market = giant ? (markets.find(({ code }) => code === giant[0]) ?? drawn) : drawn
  const town = townFor(random, market, country)
  const band = bandOf[market.shape](random)
  const low = bandEdges[band] ?? 1
  const high = bandEdges[band + 1] ?? low
  const draw = random.next()
  const employees =
    giant?.[1] ?? Math.floor(low * (high / low) ** (draw * (band === 0 ? 1 : draw ** 0.25)))
  const foreign =
    giant === undefined &&
    employees >= 8 &&
    !['government', 'education', 'community', 'personal', 'farm', 'care'].includes(market.sector) &&
    random.chance(foreignShare)
  return { market, town, employees, foreign, name: giant?.[3] }
}
