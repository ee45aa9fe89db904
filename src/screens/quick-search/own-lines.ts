import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { List } from '../../../contract/saved-work/lists.ts'
import { noMatch, relevance } from '../../../contract/search/match.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import { readId } from '../../lib/address.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { lists, savedSearches, viewedRecords, type LiveItem } from '../../offline/live.ts'
import type { RecordRow } from '../../offline/rows.ts'
import type { IconName } from '../../ui/icon.tsx'
import { toAutocompleteRecord } from './device-records.ts'
import { recordLine, verbsFor, type Suggestion } from './suggestions.ts'

export type Destination = { to: string; label: string; icon: IconName }

const few = 5
/** Fewer letters are more often the beginning of a name. */
const minVerbTerm = 4

export const useOwnLines = (
  term: string,
): { saved: Suggestion[]; opened: Suggestion[]; verbs: Suggestion[] } => {
  const searches = useLive(savedSearches) ?? []
  const all = useLive(lists) ?? []
  const viewed = useLive(viewedRecords) ?? []
  const [path] = useLocation()
  const query = useSearch()
  const params = new URLSearchParams(query)
  const shownId = readId(params, 'open') ?? readId(params, 'id')
  const shown = viewed.find(({ id }) => id === shownId)
  const verbs = verbsFor(shown && { name: shown.view.name, href: `${path}?${query}` })
  const empty = foldText(term) === ''
  return {
    verbs: empty ? verbs : term.trim().length < minVerbTerm ? [] : matchLines(verbs, term),
    saved: empty ? [] : matchLines(savedLines(searches, all), term).slice(0, few),
    opened: empty ? viewed.slice(0, few).map(openedLine) : [],
  }
}

export const destinationLines = (
  destinations: readonly Destination[],
  term: string,
): Suggestion[] => {
  const lines = destinations.map(({ to, label, icon }) => ({
    key: `place ${to}`,
    href: to,
    icon,
    text: label,
    detail: undefined,
  }))
  return foldText(term) === '' ? lines : matchLines(lines, term)
}

/** The lines that match a term: equal, then prefix, then each term begins a word; otherwise in their order. */
export const matchLines = (lines: readonly Suggestion[], term: string): Suggestion[] => {
  const query = foldText(term)
  return lines
    .map((line) => ({ line, rank: relevance([foldText(line.text)], query) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((match, other) => match.rank - other.rank)
    .map(({ line }) => line)
}

const savedLines = (
  searches: readonly LiveItem<SavedSearch>[],
  all: readonly LiveItem<List>[],
): Suggestion[] => [
  ...searches.map(({ id, value }) => ({
    key: `search ${id}`,
    href: links.savedSearch(id),
    icon: 'bookmark' as const,
    text: value.name,
    detail: value.shared && !value.isOwner ? 'Saved search, shared with you' : 'Saved search',
  })),
  ...all
    .filter(({ value }) => value.kind !== 'dynamic')
    .map(({ id, value }) => ({
      key: `list ${id}`,
      href: links.list(id),
      icon: 'list' as const,
      text: value.name,
      detail: value.shared && !value.isOwner ? 'List, shared with you' : 'List',
    })),
]

const openedLine = (row: RecordRow): Suggestion => {
  const line = recordLine(row.category, toAutocompleteRecord(row))
  return { ...line, key: `opened ${line.key}` }
}
