import { activitiesCalls } from '../../contract/activities.ts'
import { listsCalls } from '../../contract/lists.ts'
import { southern, type TestApp } from '../support/app.ts'

/** Saved work of the other organisation, by the ids somebody else may try. */
export const theirWork = {
  search: '7c9e6679-0000-4000-8000-000000000001',
  recent: '7c9e6679-0000-4000-8000-000000000002',
  list: '7c9e6679-0000-4000-8000-000000000003',
  note: '7c9e6679-0000-4000-8000-000000000004',
} as const

const recents = new Set(['updateRecent', 'convertRecent', 'deleteRecent'])

/** The id that stands in the path of a call about saved work. */
export const theirIdIn = (name: string): string => {
  if (name in listsCalls) return theirWork.list
  if (name in activitiesCalls) return theirWork.note
  return recents.has(name) ? theirWork.recent : theirWork.search
}

/** Saves one thing of each kind, with the canary in each of its texts and everything shared. */
export const plantWork = async (test: TestApp, canary: string, person: string): Promise<void> => {
  const category = 'people'
  const make = async (path: string, body: object): Promise<void> => {
    const { status } = await test.ask('POST', path, body, {
      as: { orgId: southern.id },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    if (status !== 201 && status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const search = { category, search: canary }
  await make('/search/save', {
    ...search,
    id: theirWork.search,
    name: canary,
    coreAISearchPromptText: canary,
    shared: true,
  })
  await make('/search/recent/new', { ...search, rid: theirWork.recent })
  const list = {
    id: theirWork.list,
    name: `${canary} list`,
    category,
    shared: true,
    recordIds: [person],
  }
  await make('/lists', list)
  const at = '2026-03-03T00:00:00Z'
  await make('/activities/note', {
    id: theirWork.note,
    category,
    recordId: person,
    text: canary,
    at,
  })
}

/** What somebody else sends to reach it: their ids in the body too. */
export const reachingInputs = (person: string): Record<string, object> => {
  const search = { category: 'people', name: 'other' }
  const on = {
    id: theirWork.note,
    category: 'people',
    recordId: person,
    text: 'other',
    at: '2026-03-03T00:00:00Z',
  }
  const newId = theirWork.note
  return {
    saveSearch: { ...search, id: theirWork.search },
    renameSearch: { name: 'renamed' },
    updateSearch: { ...search, version: 1 },
    patchSearch: { baseVersion: 1, changes: { shared: true } },
    shareSearch: { shared: true },
    restoreSearch: { newId },
    newRecent: { ...search, rid: theirWork.recent },
    updateRecent: search,
    convertRecent: { name: 'converted', newId },
    createList: { ...search, id: theirWork.list },
    patchList: { baseVersion: 1, changes: { shared: true } },
    renameList: { name: 'renamed' },
    shareList: { shared: true },
    duplicateList: { name: 'duplicate', newId },
    restoreList: { newId },
    changeMembers: { remove: [person] },
    addFound: { first: 5 },
    takeBack: { change: '3' },
    addNote: on,
    addVisit: { ...on, outcome: 'met' },
    reportWrong: { ...on, field: 'name' },
    patchActivity: { baseVersion: 1, changes: { text: 'changed' } },
    syncRecords: { list: theirWork.list },
  }
}
