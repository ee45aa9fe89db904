import fc from 'fast-check'
import type { activitiesEndpoints } from '../../../contract/saved-work/activities.ts'
import type { cadencesEndpoints } from '../../../contract/saved-work/cadences.ts'
import type { dayPlansEndpoints } from '../../../contract/saved-work/day-plans.ts'
import type { followUpsEndpoints } from '../../../contract/saved-work/follow-ups.ts'
import type { listsEndpoints } from '../../../contract/saved-work/lists.ts'
import type { searchesEndpoints } from '../../../contract/saved-work/searches.ts'
import type { syncEndpoints } from '../../../contract/sync.ts'

/** They exist, so that hostile requests reach further than 'not found'. */
export const seededIds = {
  search: '5e3f0d52-0000-4000-8000-000000000001',
  recent: '5e3f0d52-0000-4000-8000-000000000002',
  list: '5e3f0d52-0000-4000-8000-000000000003',
  note: '5e3f0d52-0000-4000-8000-000000000004',
  spare: '5e3f0d52-0000-4000-8000-000000000005',
  spareList: '5e3f0d52-0000-4000-8000-000000000006',
  company: '5e3f0d52-0000-4000-8000-000000000007',
} as const

type SavedCall =
  | keyof typeof searchesEndpoints
  | keyof typeof listsEndpoints
  | keyof typeof activitiesEndpoints
  | keyof typeof followUpsEndpoints
  | keyof typeof cadencesEndpoints
  | keyof typeof dayPlansEndpoints
  | keyof typeof syncEndpoints

type Any = fc.Arbitrary<unknown>

export const savedInputs = (parts: {
  text: Any
  number: Any
  category: Any
  criteria: Record<string, Any>
  sorting: Any
  mostly: (good: Any, bad: Any) => Any
}): Partial<Record<SavedCall, fc.Arbitrary<Record<string, unknown>>>> => {
  const { text, number, category, criteria, sorting, mostly } = parts
  const idOf = (good: string): Any => mostly(fc.constant(good), fc.oneof(fc.uuid(), text))
  const newId = fc.oneof<Any[]>(fc.uuid(), fc.constantFrom(...Object.values(seededIds)), text)
  const anyId = fc.constantFrom(...Object.values(seededIds)).chain(idOf)
  const name = fc.oneof(fc.uuid(), text)
  const version = mostly(fc.constantFrom(1, 2, 3), number)
  const flag = mostly(fc.boolean(), text)
  const at = mostly(
    fc.constantFrom(
      '2026-03-03T01:00:00Z',
      '2000-01-01T00:00:00+13:00',
      '2099-12-31T23:59:59.999Z',
    ),
    fc.oneof(
      fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-02-30T00:00:00Z'),
      text,
    ),
  )
  const due = {
    dueDay: mostly(fc.constant('2026-03-05'), fc.oneof(fc.constant('2026-02-30'), text)),
    dueTime: mostly(fc.constantFrom('09:30', null), fc.oneof(fc.constant('24:00'), text)),
  }
  const ids = fc.array(fc.oneof(fc.uuid(), fc.constant(seededIds.company)), { maxLength: 4 })
  const someIds = mostly(
    ids,
    fc.oneof(fc.array(text), fc.constant(Array(1001).fill(seededIds.list))),
  )
  const prompt = mostly(fc.constantFrom('builders', null), text)
  const search = { ...criteria, category }
  const optional = (all: Record<string, Any>, requiredKeys: string[]) =>
    fc.record(all, { requiredKeys })
  const changes = optional({ ...criteria, name, shared: flag, coreAISearchPromptText: prompt }, [])
  const saving = { ...search, name, coreAISearchPromptText: prompt }
  const on = {
    id: newId,
    category: mostly(fc.constant('company'), category),
    recordId: idOf(seededIds.company),
    text,
    at,
  }
  const outcome = mostly(fc.constantFrom('met', 'call back'), text)
  const token = fc.oneof(text, fc.constantFrom('WyJ4Il0', 'bnVsbA', 'W10'))
  const only = (id: string) => fc.record({ id: idOf(id) })
  return {
    savedSearches: fc.constant({}),
    savedQuickView: fc.constant({}),
    searchOfKind: fc.record({
      kind: mostly(fc.constantFrom('new', 'saved', 'recent'), text),
      id: fc.oneof(anyId, fc.constant('new')),
    }),
    saveSearch: optional({ ...saving, id: newId, shared: flag }, ['name', 'category']),
    renameSearch: fc.record({ id: idOf(seededIds.search), name }),
    updateSearch: optional({ ...saving, id: idOf(seededIds.search), version }, [
      'id',
      'name',
      'category',
      'version',
    ]),
    patchSearch: fc.record({ id: idOf(seededIds.search), baseVersion: version, changes }),
    shareSearch: fc.record({ id: idOf(seededIds.search), shared: flag }),
    restoreSearch: optional({ id: idOf(seededIds.spare), newId, changes }, ['id']),
    searchSeen: only(seededIds.search),
    deleteSearch: only(seededIds.spare),
    recentSearches: fc.constant({}),
    recentQuickView: fc.constant({}),
    newRecent: optional({ ...search, rid: newId }, ['category']),
    updateRecent: optional({ ...search, id: idOf(seededIds.recent) }, ['id', 'category']),
    convertRecent: optional({ id: idOf(seededIds.recent), name, newId }, ['id', 'name']),
    deleteRecent: only(seededIds.spare),
    lists: fc.constant({}),
    list: fc.record({ id: anyId }),
    createList: optional(
      {
        id: newId,
        name,
        category,
        kind: mostly(fc.constant('static'), text),
        shared: flag,
        recordIds: someIds,
      },
      ['name', 'category'],
    ),
    patchList: fc.record({
      id: idOf(seededIds.list),
      baseVersion: version,
      changes: optional({ name, shared: flag }, []),
    }),
    restoreList: optional({ id: idOf(seededIds.spareList), newId, name }, ['id']),
    deleteList: only(seededIds.spareList),
    listSeen: fc.record({ id: anyId }),
    changeMembers: optional({ id: idOf(seededIds.list), add: someIds, remove: someIds }, ['id']),
    addFound: optional(
      {
        ...criteria,
        id: idOf(seededIds.list),
        first: mostly(fc.constantFrom(1, 20), number),
        sorting,
      },
      ['id', 'first'],
    ),
    takeBack: fc.record({ id: idOf(seededIds.list), change: mostly(fc.constant('3'), text) }),
    listRecords: optional(
      {
        ...criteria,
        id: anyId,
        size: mostly(fc.constant(10), number),
        sorting,
        cursor: token,
        from: number,
      },
      ['id'],
    ),
    listIds: optional(
      { ...criteria, id: anyId, first: mostly(fc.constantFrom(1, 20), number), sorting },
      ['id', 'first'],
    ),
    listCounts: optional(
      {
        ...criteria,
        id: anyId,
        identifiers: mostly(fc.constant(['industry', 'company_size']), fc.array(text)),
        values: mostly(fc.constant({ industry: ['Mining'] }), fc.anything()),
      },
      ['id', 'identifiers'],
    ),
    activities: fc.record({ category, recordId: idOf(seededIds.company) }),
    addNote: fc.record(on),
    addVisit: fc.record({ ...on, outcome }),
    reportWrong: fc.record({ ...on, field: text }),
    patchActivity: fc.record({
      id: idOf(seededIds.note),
      baseVersion: version,
      changes: optional({ text, at, outcome }, []),
    }),
    addFollowUp: fc.record({ category, recordId: idOf(seededIds.company), text, ...due }),
    changeDayPlan: fc.record({
      day: due.dueDay,
      baseVersion: version,
      changes: optional(
        {
          stops: fc.dictionary(
            fc.oneof(fc.uuid(), fc.constant(seededIds.company), fc.string()),
            fc.record({ category: mostly(fc.constant('company'), category), addedAt: at }),
            { maxKeys: 4 },
          ),
          order: someIds,
        },
        [],
      ),
    }),
    patchFollowUp: fc.record({
      id: idOf(seededIds.note),
      baseVersion: version,
      changes: optional({ text, ...due, state: mostly(fc.constant('done'), text) }, []),
    }),
    setCadence: fc.record({
      id: newId,
      target: mostly(fc.constantFrom('list', 'company', 'people'), text),
      targetId: mostly(fc.constantFrom(seededIds.list, seededIds.company), text),
      weeks: mostly(fc.constantFrom(1, 6, 52), number),
    }),
    deleteCadence: only(seededIds.spare),
    deleteActivity: only(seededIds.spare),
    changes: optional({ since: token, limit: mostly(fc.constantFrom(1, 3, 500), number) }, []),
    syncRecords: optional(
      {
        list: anyId,
        ids: mostly(fc.constant(`${seededIds.list},${seededIds.note}`), text),
        category,
        cursor: token,
        since: token,
        checksum: text,
        limit: mostly(fc.constant(2), number),
      },
      [],
    ),
  }
}
