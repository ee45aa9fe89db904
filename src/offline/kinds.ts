import type { Activity } from '../../contract/saved-work/activities.ts'
import type { Agent } from '../../contract/signals/agents.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import type { Overruled } from '../../contract/saved-work/item.ts'
import type { RecentSearch, SavedSearch } from '../../contract/saved-work/searches.ts'
import { agentFields } from './agents.ts'
import { requestOf, type InputOf, type OutputOf } from './calls.ts'
import { askedIn } from './downloads.ts'
import { applied } from './effects.ts'
import type { Entry } from './rows.ts'
import type { Kind, Told } from './sending.ts'

/** How each kind of edit becomes a call of the contract, and what the answer tells of the item. */
export const kinds = {
  search: {
    request: (entry) => {
      const { item: id, effect } = entry
      if (effect.do === 'create') {
        // Put there by `saveSearch` of searches.ts, and kept by Dexie as it was.
        const value = effect.value as SavedSearch
        const { name, category, shared, coreAISearchPromptText } = value
        return requestOf('saveSearch', {
          id,
          name,
          category,
          shared,
          coreAISearchPromptText,
          ...criteriaOf(value),
        })
      }
      if (effect.do === 'change')
        return requestOf('patchSearch', { id, baseVersion: baseOf(entry), changes: effect.fields })
      return requestOf('deleteSearch', { id })
    },
    told: (output, entry) => {
      if (entry.effect.do === 'remove') return {}
      if (entry.effect.do === 'create') return fieldsOf(output)
      // The client answers with what the contract promises for the call.
      const answer = output as OutputOf<'patchSearch'>
      return merged(answer.search, answer.overruled)
    },
  },
  'search-restored': {
    request: ({ item: newId, extra }) =>
      requestOf('restoreSearch', {
        // Put there by `restoreAsNew`.
        ...(extra as { id: string; changes: InputOf<'restoreSearch'>['changes'] }),
        newId,
      }),
    told: (output) => fieldsOf(output),
  },
  recent: {
    request: ({ item: id, effect }) => {
      if (effect.do === 'remove') return requestOf('deleteRecent', { id })
      // Both carry the whole search: see `keepRecent`.
      const value = (effect.do === 'create' ? effect.value : applied({}, effect)) as RecentSearch
      const whole = { category: value.category, ...criteriaOf(value) }
      return effect.do === 'create'
        ? requestOf('newRecent', { rid: id, ...whole })
        : requestOf('updateRecent', { id, ...whole })
    },
    told: () => ({}),
  },
  list: {
    request: (entry) => {
      const { item: id, effect } = entry
      if (effect.do === 'create') {
        // Put there by `createList`, and kept by Dexie as it was.
        const { name, category, kind, shared } = effect.value as List
        const made = kind === 'suppression' ? kind : 'static'
        return requestOf('createList', { id, name, category, kind: made, shared })
      }
      if (effect.do === 'change')
        return requestOf('patchList', { id, baseVersion: baseOf(entry), changes: effect.fields })
      return requestOf('deleteList', { id })
    },
    told: (output, entry) => {
      if (entry.effect.do === 'remove') return {}
      if (entry.effect.do === 'create') return fieldsOf(output)
      // The client answers with what the contract promises for the call.
      const answer = output as OutputOf<'patchList'>
      return merged(answer.list, answer.overruled)
    },
  },
  'list-restored': {
    request: ({ item: newId, extra }) =>
      // Put there by `restoreAsNew`.
      requestOf('restoreList', { ...(extra as { id: string; name: string }), newId }),
    told: (output) => fieldsOf(output),
  },
  members: {
    request: ({ item: id, effect }) =>
      requestOf('changeMembers', {
        id,
        ...(effect.do === 'members' ? { add: effect.add, remove: effect.take } : {}),
      }),
    told: (output, _, known) =>
      // Some records are not there any more: what was really added comes with the feed.
      (output as { unknown?: number } | null)?.unknown ? { known } : {},
  },
  activity: {
    request: (entry) => {
      const { item: id, effect } = entry
      if (effect.do === 'change')
        return requestOf('patchActivity', {
          id,
          baseVersion: baseOf(entry),
          changes: effect.fields,
        })
      if (effect.do !== 'create') return requestOf('deleteActivity', { id })
      // Put there by activities.ts, and kept by Dexie as it was.
      const value = effect.value as Activity
      const { category, recordId, text, at } = value
      const on = { id, category, recordId, text, at }
      if (value.kind === 'note') return requestOf('addNote', on)
      if (value.kind === 'visit')
        return requestOf('addVisit', { ...on, outcome: value.outcome ?? 'met' })
      return requestOf('reportWrong', { ...on, field: value.field ?? '' })
    },
    told: (output, entry) => {
      if (entry.effect.do === 'remove') return {}
      if (entry.effect.do === 'create') return fieldsOf(output)
      // The client answers with what the contract promises for the call.
      const answer = output as OutputOf<'patchActivity'>
      return merged(answer.activity, answer.overruled)
    },
  },
  agent: {
    request: ({ item: id, effect, extra }) => {
      if (effect.do === 'remove') return requestOf('deleteAgent', { id })
      // Both carry the whole agent: see `createAgent` and `changeAgent`.
      const value = (effect.do === 'create' ? effect.value : applied({}, effect)) as Agent
      const whole = { ...agentFields(value), id }
      if (effect.do !== 'create') return requestOf('updateAgent', whole)
      // Put there by `bringBackAgent`.
      return requestOf('createAgent', { ...whole, ...(extra as { goesOnFrom?: string }) })
    },
    told: (output, entry) => (entry.effect.do === 'remove' ? {} : fieldsOf(output)),
  },
  'notices-read': {
    request: ({ extra }) =>
      // Put there by notices.ts.
      requestOf('readNotices', extra as InputOf<'readNotices'>),
    told: () => ({}),
  },
  'signals-act': {
    request: ({ extra }) =>
      // Put there by signals.ts.
      requestOf('actOnSignals', extra as InputOf<'actOnSignals'>),
    told: () => ({}),
  },
  feedback: {
    request: ({ extra }) =>
      // Put there by `sendFeedback`.
      requestOf('feedback', extra as InputOf<'feedback'>),
    told: () => ({}),
  },
  download: {
    request: (entry) => requestOf('requestDownload', { ...askedIn(entry), id: entry.item }),
    // The client answers with what the contract promises for the call.
    told: (output) => (output === null ? {} : { request: output as OutputOf<'requestDownload'> }),
  },
} as const satisfies Record<string, Kind>

const criteriaOf = ({
  filters,
  operators,
  excluded,
  metadata,
  search,
}: Pick<SavedSearch, 'filters' | 'operators' | 'excluded' | 'metadata' | 'search'>) => ({
  filters,
  operators,
  excluded,
  metadata,
  search,
})

/** An edit of something new goes after its creation and then has a version; 1 is the first. */
const baseOf = ({ base }: Entry): number => Math.max(1, base ?? 1)

const fieldsOf = (output: unknown): Told =>
  typeof output === 'object' && output !== null ? { known: { ...output } } : {}

const merged = (known: object, overruled: readonly Overruled[]): Told => ({
  known: { ...known },
  overruled: overruled.map((each) => ({ ...each, at: Date.parse(each.at) })),
})
