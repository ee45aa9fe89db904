import { links } from '../../../contract/links.ts'
import type { List } from '../../../contract/saved-work/lists.ts'
import { relevance } from '../../../contract/search/match.ts'
import { folded } from '../../../contract/search/search-doc.ts'
import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { lists, savedSearches, viewedRecords, type Shown } from '../../offline/live.ts'
import type { RecordRow } from '../../offline/rows.ts'
import type { IconName } from '../../ui/icon.tsx'
import { shown } from './on-this-device.ts'
import { recordLine, type Suggestion } from './suggestions.ts'

/** A screen one may enter. */
export type Place = { to: string; label: string; icon: IconName }

const few = 5

/** What the device knows by itself: searches and lists by their names, and without a term what was opened last. */
export const useOwnLines = (term: string): { saved: Suggestion[]; opened: Suggestion[] } => {
  const searches = useLive(savedSearches) ?? []
  const all = useLive(lists) ?? []
  const viewed = useLive(viewedRecords) ?? []
  const empty = folded(term) === ''
  return {
    saved: empty ? [] : found(savedLines(searches, all), term).slice(0, few),
    opened: empty ? viewed.slice(0, few).map(openedLine) : [],
  }
}

/** The screens whose name answers a term; all of them without one. */
export const placeLines = (places: readonly Place[], term: string): Suggestion[] => {
  const lines = places.map(({ to, label, icon }) => ({
    key: `place ${to}`,
    href: to,
    icon,
    text: label,
    detail: undefined,
  }))
  return folded(term) === '' ? lines : found(lines, term)
}

/** Lines whose text answers a term: equal to it, beginning with it, every word of it beginning a word; else in the order they came. */
export const found = (lines: readonly Suggestion[], term: string): Suggestion[] => {
  const query = folded(term)
  return lines
    .map((line) => ({ line, rank: relevance([folded(line.text)], query) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ line }) => line)
}

const savedLines = (
  searches: readonly Shown<SavedSearch>[],
  all: readonly Shown<List>[],
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
  const line = recordLine(row.category, shown(row))
  return { ...line, key: `opened ${line.key}` }
}
