import { newAgent, type AgentFields } from '../../contract/signals/agents.ts'
import { departments, seniorities } from '../../contract/search/bands.ts'
import {
  signalFacets,
  signalTexts,
  type SignalFacts,
} from '../../contract/signals/signal-filters.ts'
import { typesOf } from '../../contract/signals/signal-types.ts'
import type { SignalCategory } from '../../contract/signals/signals.ts'

export type BenchAgent = { orgId: string; id: string; ownerId: string; fields: AgentFields }

export type World = {
  organisations: readonly string[]
  lists: readonly { orgId: string; id: string; records: readonly string[] }[]
  agents: readonly BenchAgent[]
  signals: readonly { facts: SignalFacts; facets: string[]; texts: Record<string, string> }[]
}

const companies = 20_000
const agentsPerOrganisation = 20
const inAList = 200
const states = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT']
const cities = ['Central', 'North', 'South', 'East', 'West', 'Harbour', 'Hills', 'Plains']
const topics = Array.from({ length: 200 }, (_, n) => `topic ${n}`)
const titles = ['Head of sales', 'Site manager', 'Plant operator', 'Finance director', 'Designer']

/**
 * The same for the same seed. Agents are of five realistic sorts: types in a location, chosen companies, a list, roles, and
 * sometimes every confirmed signal.
 */
export const worldOf = (
  seed: number,
  agentCount: number,
  signalCount: number,
  today: string,
): World => {
  const random = randomFrom(seed)
  const below = (max: number): number => Math.floor(random() * max)
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const some = <T>(values: readonly T[], max: number): T[] => [
    ...new Set(Array.from({ length: 1 + below(max) }, () => pick(values))),
  ]
  const id = (kind: number, n: number): string =>
    `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
  const company = (): string => id(1, below(companies))
  const kindOf = (): SignalCategory => {
    const at = random()
    return at < 0.6 ? 'company' : at < 0.9 ? 'people' : 'intent'
  }

  const organisations = Array.from(
    { length: Math.ceil(agentCount / agentsPerOrganisation) },
    (_, n) => `org_${n}`,
  )
  const lists: World['lists'][number][] = []
  const agents = Array.from({ length: agentCount }, (_, n): BenchAgent => {
    const orgId = organisations[Math.floor(n / agentsPerOrganisation)] ?? ''
    const category = kindOf()
    const types = some(typesOf(category), 2).map(({ value }) => value)
    const locationPath = `AU/${pick(states)}/${pick(cities)}`
    const sort = random()
    const watched: Partial<AgentFields> =
      sort < 0.5
        ? { types, filters: { location: [locationPath] } }
        : sort < 0.7
          ? { filters: { company: Array.from({ length: 1 + below(20) }, company) } }
          : sort < 0.85
            ? { listIds: [id(3, n)] }
            : sort < 0.98
              ? rolesOf(category, { pick, some })
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
    const title = pick(titles)
    const isPerson = category === 'people'
    const facts: SignalFacts = {
      id: id(5, n),
      category,
      slug: pick(typesOf(category)).value,
      title: `${title} at work ${n}`,
      summary: `${title} and ${pick(topics)} in ${pick(cities)}`,
      why_now: 'It has just happened.',
      key_topics: some(topics, 3),
      event_date: today,
      detected_at: `${today}T00:00:00.000Z`,
      company: { id: company(), name: 'Company' },
      person: isPerson ? { id: id(2, below(companies * 4)), name: 'Person', title } : null,
      location: {
        country: 'AU',
        state: pick(states),
        city: pick(cities),
        suburb: `Suburb ${below(300)}`,
      },
      ...(category !== 'intent' && { department: pick(departments).value }),
      ...(isPerson && { seniority: pick(seniorities).value, position: title }),
      ...(category === 'intent' && {
        surge_rating: 60 + below(41),
        intent_timeframe: pick([1, 2, 4, 12]),
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
  pick: <T>(values: readonly T[]) => T
  some: <T>(values: readonly T[], max: number) => T[]
}

const rolesOf = (category: SignalCategory, { pick, some }: Choosing): Partial<AgentFields> => {
  if (category === 'intent')
    return { filters: { key_topics: some(topics, 2), surge_rating: ['90-100'] } }
  const department = some(departments, 2).map(({ value }) => value)
  return category === 'company'
    ? { filters: { department, key_topics: some(topics, 3) } }
    : { filters: { department, seniority: [pick(seniorities).value], position: [pick(titles)] } }
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
