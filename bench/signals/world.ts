import { newAgent, type AgentFields } from '../../contract/signals/agents.ts'
import { departments, seniorities } from '../../contract/search/bands.ts'
import {
  signalFacets,
  signalTexts,
  type SignalFacts,
} from '../../contract/signals/signal-filters.ts'
import { typesOf } from '../../contract/signals/signal-types.ts'
import type { SignalCategory } from '../../contract/signals/signals.ts'

/** An agent of the bench; `listIds` of its fields name lists of `World.lists`. */
export type BenchAgent = { orgId: string; id: string; ownerId: string; fields: AgentFields }

/** An invented market: whom signals are about, lists that hold some of them, agents that watch, and what happens. */
export type World = {
  organisations: readonly string[]
  lists: readonly { orgId: string; id: string; records: readonly string[] }[]
  agents: readonly BenchAgent[]
  signals: readonly { facts: SignalFacts; facets: string[]; texts: Record<string, string> }[]
}

const companies = 20_000
const agentsOfOne = 20
const inAList = 200
const states = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT']
const cities = ['Central', 'North', 'South', 'East', 'West', 'Harbour', 'Hills', 'Plains']
const topics = Array.from({ length: 200 }, (_, n) => `topic ${n}`)
const titles = ['Head of sales', 'Site manager', 'Plant operator', 'Finance director', 'Designer']

/** The same world from the same seed. Agents are of five sorts, as people would make them: types in a place, chosen companies, a list, roles, and now and then everything that is certain. */
export const worldOf = (
  seed: number,
  agentCount: number,
  signalCount: number,
  today: string,
): World => {
  const random = randomFrom(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const one = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('one of nothing')
    return value
  }
  const some = <T>(values: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: 1 + below(most) }, () => one(values))),
  ]
  const id = (kind: number, n: number): string =>
    `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
  const company = (): string => id(1, below(companies))
  const kindOf = (): SignalCategory => {
    const at = random()
    return at < 0.6 ? 'company' : at < 0.9 ? 'people' : 'intent'
  }

  const organisations = Array.from(
    { length: Math.ceil(agentCount / agentsOfOne) },
    (_, n) => `org_${n}`,
  )
  const lists: World['lists'][number][] = []
  const agents = Array.from({ length: agentCount }, (_, n): BenchAgent => {
    const orgId = organisations[Math.floor(n / agentsOfOne)] ?? ''
    const category = kindOf()
    const types = some(typesOf(category), 2).map(({ value }) => value)
    const place = `AU/${one(states)}/${one(cities)}`
    const sort = random()
    const watched: Partial<AgentFields> =
      sort < 0.5
        ? { types, filters: { location: [place] } }
        : sort < 0.7
          ? { filters: { company: Array.from({ length: 1 + below(20) }, company) } }
          : sort < 0.85
            ? { listIds: [id(3, n)] }
            : sort < 0.98
              ? rolesOf(category, { one, some })
              : { minConfidence: 0.97 }
    if (watched.listIds)
      lists.push({
        orgId,
        id: id(3, n),
        records: [...new Set(Array.from({ length: inAList }, company))],
      })
    return {
      orgId,
      id: id(4, n),
      ownerId: `user_${n % 5}`,
      fields: { ...newAgent, name: `Agent ${n}`, category, ...watched },
    }
  })
  const signals = Array.from({ length: signalCount }, (_, n) => {
    const category = kindOf()
    const points = 40 + below(61)
    const title = one(titles)
    const isPerson = category === 'people'
    const facts: SignalFacts = {
      id: id(5, n),
      category,
      slug: one(typesOf(category)).value,
      title: `${title} at work ${n}`,
      summary: `${title} and ${one(topics)} in ${one(cities)}`,
      why_now: 'It has just happened.',
      key_topics: some(topics, 3),
      event_date: today,
      detected_at: `${today}T00:00:00.000Z`,
      company: { id: company(), name: 'Company' },
      person: isPerson ? { id: id(2, below(companies * 4)), name: 'Person', title } : null,
      location: {
        country: 'AU',
        state: one(states),
        city: one(cities),
        suburb: `Suburb ${below(300)}`,
      },
      ...(category !== 'intent' && { department: one(departments).value }),
      ...(isPerson && { seniority: one(seniorities).value, position: title }),
      ...(category === 'intent' && {
        surge_rating: 60 + below(41),
        intent_timeframe: one([1, 2, 4, 12]),
      }),
      metrics: {},
      source: { name: 'Bench', url: null, published_at: null },
      confidence: points / 100,
      score: [{ label: 'Invented', points }],
    }
    return { facts, facets: signalFacets(facts), texts: signalTexts(facts) }
  })
  return { organisations, lists, agents, signals }
}

type Choosing = {
  one: <T>(values: readonly T[]) => T
  some: <T>(values: readonly T[], most: number) => T[]
}

const rolesOf = (category: SignalCategory, { one, some }: Choosing): Partial<AgentFields> => {
  if (category === 'intent')
    return { filters: { key_topics: some(topics, 2), surge_rating: ['90-100'] } }
  const department = some(departments, 2).map(({ value }) => value)
  return category === 'company'
    ? { filters: { department, key_topics: some(topics, 3) } }
    : { filters: { department, seniority: [one(seniorities).value], position: [one(titles)] } }
}

const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
