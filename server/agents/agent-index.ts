import type { AgentFields } from '../../contract/signals/agents.ts'
import { holdsPhrase } from '../../contract/search/match.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import {
  daysOf,
  facet,
  signalFilterOf,
  type SignalFacts,
} from '../../contract/signals/signal-filters.ts'
import type { SignalCategory, SignalFilters } from '../../contract/signals/signals.ts'

export type Watcher = {
  orgId: string
  id: string
  ownerId: string
  born: number
  fields: AgentFields
}

/** `lists` hold its subject, as `listKey`. */
export type Arrived = {
  facts: SignalFacts
  facets: readonly string[]
  texts: Readonly<Record<string, string>>
  tick: number
  lists: readonly string[]
}

export type Entry = Compiled & { watcher: Watcher; shelved: readonly string[] | null; turn: number }

export const listKey = (orgId: string, listId: string): string => `list:${orgId}:${listId}`

/**
 * Each agent is under the rarest value it requires, so matching visits few. Agents without such a value are checked with every
 * signal of their category.
 */
export const createAgentIndex = () => {
  const entries = new Map<string, Entry>()
  const shelves: Record<SignalCategory, Shelf> = {
    company: shelf(),
    people: shelf(),
    intent: shelf(),
  }
  let turn = 0

  const remove = (orgId: string, id: string): void => {
    const entry = entries.get(`${orgId} ${id}`)
    if (!entry) return
    entries.delete(`${orgId} ${id}`)
    const { filed, always } = shelves[entry.watcher.fields.category]
    if (entry.shelved === null) always.delete(entry)
    else
      for (const key of entry.shelved) {
        const filedEntries = filed.get(key)
        filedEntries?.delete(entry)
        if (filedEntries?.size === 0) filed.delete(key)
      }
  }

  return {
    size: (): number => entries.size,
    remove,
    /** `isStaticList`: its members are in `Arrived.lists`. */
    put: (watcher: Watcher, isStaticList: (listId: string) => boolean): void => {
      remove(watcher.orgId, watcher.id)
      const compiled = compile(watcher.fields)
      if (compiled === null) return
      const at = shelves[watcher.fields.category]
      const shelved = rarest(compiled, watcher.orgId, isStaticList, at)
      const entry: Entry = { ...compiled, watcher, shelved, turn: 0 }
      entries.set(`${watcher.orgId} ${watcher.id}`, entry)
      if (shelved === null) at.always.add(entry)
      else
        for (const key of shelved) {
          const filedEntries = at.filed.get(key)
          if (filedEntries) filedEntries.add(entry)
          else at.filed.set(key, new Set([entry]))
          const identifier = /^term:([^:]+):/.exec(key)?.[1]
          if (identifier !== undefined) at.textFields.add(identifier)
        }
    },
    /** Which values are rare; call it before agents are added. */
    learn: (signals: readonly Pick<Arrived, 'facts' | 'facets' | 'texts'>[]): void => {
      for (const { facts, facets, texts } of signals) {
        const at = shelves[facts.category]
        at.learnt++
        for (const key of [...facets, ...allTermKeys(texts), slugKey(facts.slug)])
          at.counts.set(key, (at.counts.get(key) ?? 0) + 1)
      }
    },
    /** The caller must check the `lists` of the entries. `today` is YYYY-MM-DD. */
    match: (signal: Arrived, today: string): Entry[] => {
      const at = shelves[signal.facts.category]
      const keys = [...signal.facets, slugKey(signal.facts.slug), ...signal.lists]
      const found: Entry[] = []
      turn++
      const look = (candidates: Iterable<Entry>): void => {
        for (const entry of candidates) {
          if (entry.turn === turn) continue
          entry.turn = turn
          if (isMet(entry, signal, keys, today)) found.push(entry)
        }
      }
      look(at.always)
      for (const key of keys) look(at.filed.get(key) ?? none)
      for (const identifier of at.textFields)
        for (const key of termKeys(identifier, signal.texts[identifier] ?? ''))
          look(at.filed.get(key) ?? none)
      return found
    },
  }
}

type Shelf = {
  filed: Map<string, Set<Entry>>
  always: Set<Entry>
  textFields: Set<string>
  counts: Map<string, number>
  learnt: number
}

const shelf = (): Shelf => ({
  filed: new Map(),
  always: new Set(),
  textFields: new Set(),
  counts: new Map(),
  learnt: 0,
})

type Compiled = {
  groups: readonly ReadonlySet<string>[]
  texts: readonly { identifier: string; phrases: readonly string[] }[]
  lists: readonly (readonly string[])[]
  days: SignalFilters | null
}

/** Null for an agent that can never match. */
const compile = ({ filters, types, listIds }: AgentFields): Compiled | null => {
  const groups: Set<string>[] = []
  const texts: { identifier: string; phrases: string[] }[] = []
  const lists: (readonly string[])[] = []
  let days: SignalFilters | null = null
  for (const [identifier, chosen] of Object.entries(filters)) {
    const kind = signalFilterOf(identifier)?.kind
    if (kind === undefined || chosen.length === 0) continue
    if (kind === 'days' || kind === 'range') days = filters
    else if (kind === 'lists') lists.push(chosen)
    else if (kind === 'text') {
      const phrases = chosen.map(foldText).filter((phrase) => phrase !== '')
      if (phrases.length === 0) return null
      texts.push({ identifier, phrases })
    } else groups.push(new Set(chosen.map((value) => facet(identifier, value))))
  }
  if (types.length > 0) groups.push(new Set(types.map(slugKey)))
  if (listIds.length > 0) lists.push(listIds)
  return { groups, texts, lists, days }
}

const isMet = (
  { watcher, groups, texts, days }: Entry,
  { facts, tick, texts: said }: Arrived,
  keys: readonly string[],
  today: string,
): boolean => {
  if (tick <= watcher.born || facts.confidence < watcher.fields.minConfidence) return false
  for (const group of groups) if (!keys.some((key) => group.has(key))) return false
  for (const { identifier, phrases } of texts) {
    const text = said[identifier] ?? ''
    if (!phrases.some((phrase) => holdsPhrase(text, phrase))) return false
  }
  const { from, to } = days === null ? presetDays(today) : daysOf(days, today)
  return (from === null || facts.event_date >= from) && (to === null || facts.event_date <= to)
}

let preset = { today: '', days: daysOf({}, '2000-01-01') }

const presetDays = (today: string): ReturnType<typeof daysOf> => {
  if (preset.today !== today) preset = { today, days: daysOf({}, today) }
  return preset.days
}

/** The keys of the group that the fewest signals have; null without one. */
const rarest = (
  { groups, texts, lists }: Compiled,
  orgId: string,
  isStaticList: (listId: string) => boolean,
  { counts, learnt }: Shelf,
): readonly string[] | null => {
  const often = (key: string): number =>
    key.startsWith('list:') ? inAList : (counts.get(key) ?? 0.5) / Math.max(learnt, 1)
  const oftenAny = (keys: readonly string[]): number =>
    keys.reduce((sum, key) => sum + often(key), 0)
  const choices: (readonly string[])[] = [
    ...groups.map((group) => [...group]),
    ...texts.map(({ identifier, phrases }) =>
      phrases.map((phrase) =>
        phrase
          .split(' ')
          .map((term) => termKey(identifier, term))
          .reduce((best, key) => (often(key) < often(best) ? key : best)),
      ),
    ),
    ...lists
      .filter((group) => group.every(isStaticList))
      .map((group) => group.map((id) => listKey(orgId, id))),
  ]
  const [first, ...others] = choices
  if (!first) return null
  return [
    ...new Set(
      others.reduce((best, keys) => (oftenAny(keys) < oftenAny(best) ? keys : best), first),
    ),
  ]
}

const inAList = 0.005

const slugKey = (slug: string): string => `slug:${slug}`
const termKey = (identifier: string, term: string): string => `term:${identifier}:${term}`

const termKeys = (identifier: string, text: string): string[] =>
  text === '' ? [] : text.split(' ').map((term) => termKey(identifier, term))

const allTermKeys = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).flatMap(([identifier, text]) =>
    identifier === 'search' ? [] : termKeys(identifier, text),
  )

const none: readonly Entry[] = []
