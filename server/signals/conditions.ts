import { sql, type RawBuilder } from 'kysely'
import type { AgentFields } from '../../contract/signals/agents.ts'
import { wordsOf } from '../../contract/search/match.ts'
import { folded } from '../../contract/search/search-doc.ts'
import { daysOf, facet, signalFilterOf } from '../../contract/signals/signal-filters.ts'
import type { SignalCategory, SignalFilters } from '../../contract/signals/signals.ts'
import { marketDay } from './market-day.ts'

/** Who looks. Rows of their organisation are reached by the transaction, which is one of `asOrg`. */
export type Reader = { orgId: string; userId: string }

/** What an agent watches for, or as much of it as a question has. */
export type Watched = Pick<AgentFields, 'category' | 'filters'> & {
  types?: readonly string[] | undefined
  listIds?: readonly string[] | undefined
  minConfidence?: number | undefined
}

/** What is looked for among signals, whole: `prepareQuestion` makes one of what a page asks. */
export type Question = Watched & {
  search?: string | undefined
  /** What it is looked for within. */
  agent?: Watched | undefined
  /** Only what these runs told of. */
  incrementalRunIds?: readonly string[] | undefined
  /** The records that saved searches among the lists find now, by search. */
  found?: ReadonlyMap<string, readonly string[]> | undefined
  now: Date
}

export type Condition = RawBuilder<boolean>

/**
 * What a question means, for the table `signal` as `s`: what `signalMeets` and `signalHolds` of the contract say, and always left out
 * is what the reader dismissed, what their organisation suppresses, and types they snoozed. A snoozed type is shown where it is asked for by name,
 * and so is what a run told of: the notice has said how many there are. What runs told of is not bound to the last 90 days either.
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
    ...wordsOf(question.search ?? '').map((word) => beginsWord(word)),
    ...(incrementalRunIds ? [toldBy(reader, incrementalRunIds)] : []),
    ...seen(reader),
  ]
  const named = typesNamed(question)
  if (!incrementalRunIds) parts.push(notSnoozed(reader, question.now, named))
  return all(parts)
}

/** What suppressed companies and people have, and what the reader dismissed, is not seen. */
export const seen = ({ userId }: Reader): Condition[] => [
  sql<boolean>`(s.company_id is null or s.company_id not in (${suppressed('company')}))`,
  sql<boolean>`(s.person_id is null or (s.person_id not in (${suppressed('people')})
    and s.person_id not in (select p.id from person p where p.company_id in (${suppressed('company')}))))`,
  sql<boolean>`s.id not in (select k.signal_id from signal_mark k
    where k.user_id = ${userId} and k.dismissed_at is not null)`,
]

/** Conditions that all hold. */
export const all = (parts: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(parts, sql` and `)})`

const never = sql<boolean>`false`

const any = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? never : sql<boolean>`(${sql.join(parts, sql` or `)})`

/** The days a page asks for win over those of its agent. */
const daysMet = (question: Question, today: string): Condition[] => {
  const asked = [question.filters, question.agent?.filters].find(
    (filters) => filters !== undefined && namesDays(filters),
  )
  if (asked === undefined && question.incrementalRunIds) return []
  const { from, to } = daysOf(asked ?? {}, today)
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
  // Days are looked at as a whole; a filter there is none of narrows nothing.
  if (kind === undefined || kind === 'days' || kind === 'range') return []
  if (kind === 'lists') return [inLists(reader, chosen, found)]
  if (kind === 'text') {
    const phrases = chosen.map(folded).filter((phrase) => phrase !== '')
    return [any(phrases.map((phrase) => holdsWords(identifier, phrase)))]
  }
  const facets = chosen.map((value) => facet(identifier, value))
  return [sql<boolean>`s.facets && ${facets}::text[]`]
}

const holdsWords = (identifier: string, phrase: string): Condition =>
  sql<boolean>`strpos(' ' || (s.texts->>${sql.lit(identifier)}) || ' ', ${` ${phrase} `}) > 0`

const beginsWord = (word: string): Condition =>
  sql<boolean>`strpos(' ' || (s.texts->>'search'), ${` ${word}`}) > 0`

/** Whom a signal is about is in one of the lists; of those the reader may not see nobody is. */
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

const toldBy = ({ userId }: Reader, runIds: readonly string[]): Condition => sql<boolean>`s.id in (
  select a.signal_id from agent_signal a join agent_run r on r.org_id = a.org_id and r.id = a.run_id
  where a.run_id = any(${[...runIds]}::uuid[]) and r.owner_id = ${userId})`

const suppressed = (category: 'company' | 'people') => sql`select m.record_id from saved_item i
  join list_member m on m.org_id = i.org_id and m.list_id = i.id
  where i.kind = 'suppression' and i.category = ${category} and i.deleted_at is null and not m.removed`

const typesNamed = ({ category, filters }: Question): readonly string[] =>
  filters[`${category satisfies SignalCategory}-signal-type`] ?? []

/** What is of a type the reader snoozed is left out, unless the type is `named`. */
export const notSnoozed = ({ userId }: Reader, now: Date, named: readonly string[]): Condition =>
  sql<boolean>`(s.slug = any(${[...named]}::text[]) or s.slug not in (select z.slug from signal_snooze z
    where z.user_id = ${userId} and z.until > ${now}))`
