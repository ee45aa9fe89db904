import { randomOf, type Random } from './random.ts'

export type ScheduledEvent = { kind: EventKind; region: Region }

/** Kinds that change records, and kinds that are news only. */
export type EventKind =
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

/** New Zealand is one region. */
export const regions = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT', 'NZ'] as const
export type Region = (typeof regions)[number]

/** Every two minutes at ten seconds per tick. */
export const ticksPerRound = 12

/** Every kind that changes records occurs once per round in every region, so an agent for such a kind notifies within a round. */
export const scheduledEvents = (seed: number, tick: number): ScheduledEvent[] => {
  const random = randomOf(seed, 6, 0)
  const position = tick % ticksPerRound
  const others = shuffled(random, [...everywhere(random), ...news(random)])
  const leaders = shuffled(
    random,
    regions.map((region): ScheduledEvent => ({ kind: 'leader', region })),
  )
  const calm = (at: number): boolean => at % 4 === 3
  const events: ScheduledEvent[] = []
  let given = 0
  for (let at = 0; at <= position; at++) {
    const share = Math.floor(((at + 1) * others.length) / ticksPerRound) - given
    events.length = 0
    events.push(...others.slice(given, given + share))
    given += share
    // A leader's move makes three signals, so a tick has at most one.
    const leader = calm(at) ? undefined : leaders.pop()
    if (leader !== undefined) events.push(leader)
  }
  return events
}

const everywhere = (random: Random): ScheduledEvent[] =>
  (['hiring', 'headcount', 'technology', 'office', 'promotion'] as const).flatMap((kind) =>
    shuffled(random, regions).map((region) => ({ kind, region })),
  )

const news = (random: Random): ScheduledEvent[] => {
  const kinds: EventKind[] = [
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
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
