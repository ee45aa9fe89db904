import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { AgentFields } from '../../contract/signals/agents.ts'
import { tokenize } from '../../contract/search/match.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import {
  daysOf,
  facet,
  otherCountry,
  signalFilterOf,
} from '../../contract/signals/signal-filters.ts'
import type { SignalCategory, SignalFilters } from '../../contract/signals/signals.ts'
import type { Tables } from '../platform/db/tables.ts'
import { marketDay } from './market-day.ts'

/** The transaction (`asOrg`) limits rows to their organisation. */
export type Reader = { orgId: string; userId: string }

export type Watched = Pick<AgentFields, 'category' | 'filters'> & {
  types?: readonly string[] | undefined
  listIds?: readonly string[] | undefined
  minConfidence?: number | undefined
}

/** Made by `prepareQuestion`. */
export type Question = Watched & {
  search?: string | undefined
  agent?: Watched | undefined
  incrementalRunIds?: readonly string[] | undefined
  country?: 'AU' | 'NZ' | undefined
  /** The companies that fit; what is in a list of the reader counts too. */
  forYou?: readonly string[] | undefined
  found?: ReadonlyMap<string, readonly string[]> | undefined
  now: Date
}

export type Condition = RawBuilder<boolean>

/**
 * On `signal s`, equal to `signalMeets` and `signalHolds` of the contract. Leaves out dismissed signals, suppressed records and
 * snoozed types, unless a snoozed type is requested by name or was delivered by a requested run: the notification has counted it.
 * Signals of runs are not limited to 90 days either.
 */
export const meets = (reader: Reader, question: Question): Condition => {
  const { agent, incrementalRunIds } = question
  const today = marketDay(question.now)
  const parts = [
    sql<boolean>`s.category = ${question.category}`,
    ...daysMet(question, today),
    ...watchedMet(reader, question, question.found),
    ...(agent ? watchedMet(reader, agent, question.found) : []),
    ...(agent && agent.category !== question.category ? [never] : []),
    ...tokenize(question.search ?? '').map((term) => containsTerm(term)),
    ...(incrementalRunIds ? [isInRuns(reader, incrementalRunIds)] : []),
    ...(question.country ? [isInCountry(question.country)] : []),
    ...(question.forYou ? [isForReader(reader, question.forYou)] : []),
    ...seen(reader),
  ]
  const named = typesNamed(question)
  if (!incrementalRunIds) parts.push(notSnoozed(reader, question.now, named))
  return all(parts)
}

export const seen = ({ userId }: Reader): Condition[] => [
  sql<boolean>`(s.company_id is null or s.company_id not in (${suppressed('company')}))`,
  sql<boolean>`(s.person_id is null or (s.person_id not in (${suppressed('people')})
    and s.person_id not in (select p.id from person p where p.company_id in (${suppressed('company')}))))`,
  sql<boolean>`s.id not in (select k.signal_id from signal_mark k
    where k.user_id = ${userId} and k.dismissed_at is not null)`,
]

export const all = (parts: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(parts, sql` and `)})`

const never = sql<boolean>`false`

const any = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? never : sql<boolean>`(${sql.join(parts, sql` or `)})`

/** The page's days override the agent's. */
const daysMet = (question: Question, today: string): Condition[] => {
  const dayFilters = [question.filters, question.agent?.filters].find(
    (filters) => filters !== undefined && namesDays(filters),
  )
  if (dayFilters === undefined && question.incrementalRunIds) return []
  const { from, to } = daysOf(dayFilters ?? {}, today)
  return [
    ...(from === null ? [] : [sql<boolean>`s.event_date >= ${from}::date`]),
    ...(to === null ? [] : [sql<boolean>`s.event_date <= ${to}::date`]),
  ]
}

const namesDays = (filters: SignalFilters): boolean =>
  ['event_date', 'when'].some((identifier) => (filters[identifier]?.length ?? 0) > 0)

const watchedMet = (
  reader: Reader,
  { filters, types = [], listIds = [], minConfidence = 0 }: Watched,
  found: Question['found'],
): Condition[] => [
  ...Object.entries(filters).flatMap(([identifier, chosen]) =>
    chosen.length === 0 ? [] : filterMet(reader, identifier, chosen, found),
  ),
  ...(types.length > 0 ? [sql<boolean>`s.slug = any(${[...types]}::text[])`] : []),
  ...(listIds.length > 0 ? [inLists(reader, listIds, found)] : []),
  ...(minConfidence > 0 ? [sql<boolean>`s.confidence >= ${minConfidence}::real`] : []),
]

const filterMet = (
  reader: Reader,
  identifier: string,
  chosen: readonly string[],
  found: Question['found'],
): Condition[] => {
  const kind = signalFilterOf(identifier)?.kind
  // Days are checked together; an unknown filter narrows nothing.
  if (kind === undefined || kind === 'days' || kind === 'range') return []
  if (kind === 'lists') return [inLists(reader, chosen, found)]
  if (kind === 'text') {
    const phrases = chosen.map(foldText).filter((phrase) => phrase !== '')
    return [any(phrases.map((phrase) => containsPhrase(identifier, phrase)))]
  }
  const facets = chosen.map((value) => facet(identifier, value))
  return [sql<boolean>`s.facets && ${facets}::text[]`]
}

const containsPhrase = (identifier: string, phrase: string): Condition =>
  sql<boolean>`strpos(' ' || (s.texts->>${sql.lit(identifier)}) || ' ', ${` ${phrase} `}) > 0`

const containsTerm = (term: string): Condition =>
  sql<boolean>`strpos(' ' || (s.texts->>'search'), ${` ${term}`}) > 0`

/** Lists that the reader may not see count as empty. */
const inLists = (
  { userId }: Reader,
  listIds: readonly string[],
  found: Question['found'],
): Condition => {
  const members = sql`select m.record_id from list_member m
    join saved_item i on i.org_id = m.org_id and i.id = m.list_id
    where i.id = any(${[...listIds]}::uuid[]) and i.deleted_at is null and not m.removed
      and (i.owner_id = ${userId} or i.shared)`
  const searched = listIds.flatMap((id) => found?.get(id) ?? [])
  return any([
    sql<boolean>`coalesce(s.company_id in (${members}), false)`,
    sql<boolean>`coalesce(s.person_id in (${members}), false)`,
    ...(searched.length > 0
      ? [
          sql<boolean>`coalesce(s.company_id = any(${searched}::uuid[]), false)`,
          sql<boolean>`coalesce(s.person_id = any(${searched}::uuid[]), false)`,
        ]
      : []),
  ])
}

const isInCountry = (country: 'AU' | 'NZ'): Condition =>
  sql<boolean>`not s.facets && ${[facet('location', otherCountry[country])]}::text[]`

const isForReader = (reader: Reader, companyIds: readonly string[]): Condition => {
  const members = sql`select m.record_id from ${listed(reader)}`
  return any([
    sql<boolean>`coalesce(s.company_id in (${members}), false)`,
    sql<boolean>`coalesce(s.person_id in (${members}), false)`,
    ...(companyIds.length > 0
      ? [sql<boolean>`coalesce(s.company_id = any(${[...companyIds]}::uuid[]), false)`]
      : []),
  ])
}

/** The records of all lists that the reader may see. */
const listed = ({ userId }: Reader) => sql`list_member m
  join saved_item i on i.org_id = m.org_id and i.id = m.list_id
  where i.kind <> 'suppression' and i.deleted_at is null and not m.removed
    and (i.owner_id = ${userId} or i.shared)`

export const hasListed = async (trx: Transaction<Tables>, reader: Reader): Promise<boolean> => {
  const { rows } = await sql`select 1 from ${listed(reader)} limit 1`.execute(trx)
  return rows.length > 0
}

const isInRuns = (
  { userId }: Reader,
  runIds: readonly string[],
): Condition => sql<boolean>`s.id in (
  select a.signal_id from agent_signal a join agent_run r on r.org_id = a.org_id and r.id = a.run_id
  where a.run_id = any(${[...runIds]}::uuid[]) and r.owner_id = ${userId})`

const suppressed = (category: 'company' | 'people') => sql`select m.record_id from saved_item i
  join list_member m on m.org_id = i.org_id and m.list_id = i.id
  where i.kind = 'suppression' and i.category = ${category} and i.deleted_at is null and not m.removed`

const typesNamed = ({ category, filters }: Question): readonly string[] =>
  filters[`${category satisfies SignalCategory}-signal-type`] ?? []

export const notSnoozed = ({ userId }: Reader, now: Date, named: readonly string[]): Condition =>
  sql<boolean>`(s.slug = any(${[...named]}::text[]) or s.slug not in (select z.slug from signal_snooze z
    where z.user_id = ${userId} and z.until > ${now}))`
