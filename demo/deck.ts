import { randomOf, type Random } from './random.ts'

/** What one tick of the living market does: a kind of happening, somewhere. */
export type Dealt = { kind: Kind; region: Region }

/** Kinds that change records, and those that are only told. */
export type Kind =
  | 'hiring'
  | 'headcount'
  | 'technology'
  | 'office'
  | 'promotion'
  | 'leader'
  | 'funding_round'
  | 'contract_award'
  | 'product_launch'
  | 'partnership'
  | 'award'
  | 'acquisition'
  | 'restructure'
  | 'traffic'
  | 'address'

/** The states and territories of Australia, and New Zealand as a whole. */
export const regions = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT', 'NZ'] as const
export type Region = (typeof regions)[number]

/** After so many ticks the deck begins again: at ten seconds a tick everything in it comes round every two minutes. */
export const ticksARound = 12

/**
 * What the deck of a seed holds for a tick. Every kind that changes records comes up once a round in every region, whatever its size:
 * so whoever watches for one of them anywhere hears of it within a round. Nobody's agents are looked at.
 */
export const dealtAt = (seed: number, tick: number): Dealt[] => {
  const random = randomOf(seed, 6, 0)
  const place = tick % ticksARound
  const others = shuffled(random, [...everywhere(random), ...news(random)])
  const leaders = shuffled(
    random,
    regions.map((region): Dealt => ({ kind: 'leader', region })),
  )
  const calm = (at: number): boolean => at % 4 === 3
  const dealt: Dealt[] = []
  let given = 0
  for (let at = 0; at <= place; at++) {
    const share = Math.floor(((at + 1) * others.length) / ticksARound) - given
    dealt.length = 0
    dealt.push(...others.slice(given, given + share))
    given += share
    // A leader who moves is told of three times, so that one a tick is enough.
    const leader = calm(at) ? undefined : leaders.pop()
    if (leader !== undefined) dealt.push(leader)
  }
  return dealt
}

const everywhere = (random: Random): Dealt[] =>
  (['hiring', 'headcount', 'technology', 'office', 'promotion'] as const).flatMap((kind) =>
    shuffled(random, regions).map((region) => ({ kind, region })),
  )

const news = (random: Random): Dealt[] => {
  const kinds: Kind[] = [
    'funding_round',
    'funding_round',
    'contract_award',
    'contract_award',
    'product_launch',
    'partnership',
    'award',
    'acquisition',
    'restructure',
    'traffic',
    'traffic',
    'address',
  ]
  const places = shuffled(random, [...regions, 'NSW', 'VIC', 'QLD'] as const)
  return kinds.map((kind, at) => ({ kind, region: places[at] ?? 'NSW' }))
}

const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random.bits() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
