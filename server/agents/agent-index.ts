import type { AgentFields } from '../../contract/signals/agents.ts'
import { holdsPhrase } from '../../contract/search/match.ts'
import { folded } from '../../contract/search/search-doc.ts'
import {
  daysOf,
  facet,
  signalFilterOf,
  type SignalFacts,
} from '../../contract/signals/signal-filters.ts'
import type { SignalCategory, SignalFilters } from '../../contract/signals/signals.ts'

/** An agent as far as matching knows it. It watches for signals whose tick is above `born`. */
export type Watcher = {
  orgId: string
  id: string
  ownerId: string
  born: number
  fields: AgentFields
}

/** A signal as it is kept; `lists` are the lists that hold whom it is about, by `listKey`. */
export type Arrived = {
  facts: SignalFacts
  facets: readonly string[]
  texts: Readonly<Record<string, string>>
  tick: number
  lists: readonly string[]
}

/** A watcher and the lists of which one must hold whom a signal is about, group by group. */
export type Entry = Compiled & { watcher: Watcher; shelved: readonly string[] | null; turn: number }

/** A list of an organisation, as one word. */
export const listKey = (orgId: string, listId: string): string => `list:${orgId}:${listId}`

/**
 * All agents there are, each filed under the rarest thing it asks for: a signal has a few dozen such things, looks only there, and never meets
 * the agents that ask for something it has not. Agents that ask for nothing of that kind are looked at with every signal of their category.
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
        const held = filed.get(key)
        held?.delete(entry)
        if (held?.size === 0) filed.delete(key)
      }
  }

  return {
    size: (): number => entries.size,
    remove,
    /** Adds an agent or takes what it was before out; `isHeld` says of a list that what it holds stands in `Arrived.lists`. */
    put: (watcher: Watcher, isHeld: (listId: string) => boolean): void => {
      remove(watcher.orgId, watcher.id)
      const compiled = compile(watcher.fields)
      if (compiled === null) return
      const at = shelves[watcher.fields.category]
      const shelved = rarest(compiled, watcher.orgId, isHeld, at)
      const entry: Entry = { ...compiled, watcher, shelved, turn: 0 }
      entries.set(`${watcher.orgId} ${watcher.id}`, entry)
      if (shelved === null) at.always.add(entry)
      else
        for (const key of shelved) {
          const held = at.filed.get(key)
          if (held) held.add(entry)
          else at.filed.set(key, new Set([entry]))
          const identifier = /^word:([^:]+):/.exec(key)?.[1]
          if (identifier !== undefined) at.words.add(identifier)
        }
    },
    /** Looks at signals to learn what is rare, before agents are put in. */
    learn: (signals: readonly Pick<Arrived, 'facts' | 'facets' | 'texts'>[]): void => {
      for (const { facts, facets, texts } of signals) {
        const at = shelves[facts.category]
        at.learnt++
        for (const key of [...facets, ...wordsIn(texts), slugKey(facts.slug)])
          at.counts.set(key, (at.counts.get(key) ?? 0) + 1)
      }
    },
    /** The agents a signal is one for, as far as lists need not be asked: those are for the caller, by `lists` of the entry. `today` is YYYY-MM-DD. */
    meeting: (signal: Arrived, today: string): Entry[] => {
      const at = shelves[signal.facts.category]
      const keys = [...signal.facets, slugKey(signal.facts.slug), ...signal.lists]
      const found: Entry[] = []
      turn++
      const look = (held: Iterable<Entry>): void => {
        for (const entry of held) {
          if (entry.turn === turn) continue
          entry.turn = turn
          if (isMet(entry, signal, keys, today)) found.push(entry)
        }
      }
      look(at.always)
      for (const key of keys) look(at.filed.get(key) ?? none)
      for (const identifier of at.words)
        for (const key of wordsOf(identifier, signal.texts[identifier] ?? ''))
          look(at.filed.get(key) ?? none)
      return found
    },
  }
}

type Shelf = {
  filed: Map<string, Set<Entry>>
  always: Set<Entry>
  /** The texts under whose words any agent was ever filed. */
  words: Set<string>
  counts: Map<string, number>
  learnt: number
}

const shelf = (): Shelf => ({
  filed: new Map(),
  always: new Set(),
  words: new Set(),
  counts: new Map(),
  learnt: 0,
})

type Compiled = {
  /** Of each group a signal must have one. */
  groups: readonly ReadonlySet<string>[]
  texts: readonly { identifier: string; phrases: readonly string[] }[]
  lists: readonly (readonly string[])[]
  /** Where it names days itself. */
  days: SignalFilters | null
}

/** Null for an agent that no signal can ever be one for. */
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
      const phrases = chosen.map(folded).filter((phrase) => phrase !== '')
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

/** The same for all signals of a day. */
const presetDays = (today: string): ReturnType<typeof daysOf> => {
  if (preset.today !== today) preset = { today, days: daysOf({}, today) }
  return preset.days
}

/** The keys of the group that the fewest signals have; null where an agent has no group to be filed under. */
const rarest = (
  { groups, texts, lists }: Compiled,
  orgId: string,
  isHeld: (listId: string) => boolean,
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
          .map((word) => wordKey(identifier, word))
          .reduce((best, key) => (often(key) < often(best) ? key : best)),
      ),
    ),
    ...lists
      .filter((group) => group.every(isHeld))
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

/** How many of all signals are about somebody in a list: a guess. */
const inAList = 0.005

const slugKey = (slug: string): string => `slug:${slug}`
const wordKey = (identifier: string, word: string): string => `word:${identifier}:${word}`

const wordsOf = (identifier: string, text: string): string[] =>
  text === '' ? [] : text.split(' ').map((word) => wordKey(identifier, word))

const wordsIn = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).flatMap(([identifier, text]) =>
    // No filter looks into it.
    identifier === 'search' ? [] : wordsOf(identifier, text),
  )

const none: readonly Entry[] = []
