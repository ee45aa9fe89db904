import { activitiesEndpoints } from '../../contract/saved-work/activities.ts'
import { cadencesEndpoints } from '../../contract/saved-work/cadences.ts'
import { followUpsEndpoints } from '../../contract/saved-work/follow-ups.ts'
import { agentsEndpoints, newAgent } from '../../contract/signals/agents.ts'
import { downloadsEndpoints } from '../../contract/money/downloads.ts'
import { uploadsEndpoints } from '../../contract/money/uploads.ts'
import { listsEndpoints } from '../../contract/saved-work/lists.ts'
import { doNotCallEndpoints } from '../../contract/org/do-not-call.ts'
import { addSignals } from '../../server/signals/add-signals.ts'
import { southern, type TestApp } from './app.ts'
import { sendFile } from './uploads.ts'
import { register, subscription } from './push.ts'
import { memberOf } from './saved-work.ts'
import { draft } from './signals.ts'

export const theirWork = {
  search: '7c9e6679-0000-4000-8000-000000000001',
  recent: '7c9e6679-0000-4000-8000-000000000002',
  list: '7c9e6679-0000-4000-8000-000000000003',
  note: '7c9e6679-0000-4000-8000-000000000004',
  followUp: '7c9e6679-0000-4000-8000-000000000009',
  cadence: '7c9e6679-0000-4000-8000-00000000000a',
  wash: '7c9e6679-0000-4000-8000-000000000006',
  request: '7c9e6679-0000-4000-8000-000000000005',
  upload: '7c9e6679-0000-4000-8000-000000000007',
  agent: '7c9e6679-0000-4000-8000-000000000008',
} as const

const recents = new Set(['updateRecent', 'convertRecent', 'deleteRecent'])

export const theirIdIn = (name: string): string => {
  if (name in listsEndpoints) return theirWork.list
  if (name in doNotCallEndpoints) return theirWork.wash
  if (name in activitiesEndpoints) return theirWork.note
  if (name in followUpsEndpoints) return theirWork.followUp
  if (name in cadencesEndpoints) return theirWork.cadence
  if (name in downloadsEndpoints) return theirWork.request
  if (name in uploadsEndpoints) return theirWork.upload
  if (name in agentsEndpoints) return theirWork.agent
  return recents.has(name) ? theirWork.recent : theirWork.search
}

export const plantWork = async (test: TestApp, canary: string, person: string): Promise<void> => {
  const category = 'people'
  const make = async (
    path: string,
    body: object,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<void> => {
    const { status } = await test.ask(method, path, body, {
      as: { orgId: southern.id },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    if (status >= 300) throw new Error(`${path} answered ${status}`)
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
  await make('/follow-ups', {
    id: theirWork.followUp,
    category,
    recordId: person,
    text: canary,
    dueDay: '2026-03-05',
  })
  await make(
    `/cadences/${theirWork.cadence}`,
    { target: 'people', targetId: person, weeks: 6 },
    'PUT',
  )
  await make('/day-plans', {
    day: '2026-03-05',
    baseVersion: 1,
    changes: { stops: { [person]: { category, addedAt: at } } },
  })
  await make('/download/templates', { name: canary, category, columns: ['name'] })
  const { status } = await register(
    test,
    { ...subscription('canary'), label: canary },
    { orgId: southern.id },
  )
  if (status >= 300) throw new Error(`/push/devices answered ${status}`)
  const source = { kind: 'ids', ids: [person] }
  await make('/download/request', {
    id: theirWork.request,
    name: canary,
    category,
    source,
    agreed: 1,
  })
  const other = memberOf(test, { orgId: southern.id })
  const file = `Full name,Company,Note\n${canary},${canary},${canary}\n`
  await sendFile(test, other, file, { id: theirWork.upload, name: `${canary}.csv`, category })
  await make(`/exchange/uploads/${theirWork.upload}/preview`, { category })
  await make(`/exchange/uploads/${theirWork.upload}/map`, {
    category,
    columns: ['full_name', 'company', null],
  })
  await make(`/exchange/uploads/${theirWork.upload}/match`, {})
  await make('/signals/agents', { ...watching, id: theirWork.agent, name: canary })
  await test.db.owner
    .transaction()
    .execute((trx) =>
      addSignals(trx, [draft('found', { id: person, name: 'Found' })], new Date(at)),
    )
  await test.work()
  await make('/do-not-call/washes', {
    id: theirWork.wash,
    name: canary,
    washedAt: '2026-03-01',
    total: 1,
  })
}

const watching = { ...newAgent, name: 'other', quiet: null, minConfidence: 0 }

/** Their ids are in the body too. */
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
  const source = { kind: 'list', listId: theirWork.list, first: 5 }
  const watched = { category: 'people', filters: { lists: [theirWork.list, theirWork.search] } }
  return {
    targetingSignals: watched,
    signalsOverTime: watched,
    requestDownload: { id: theirWork.request, category: 'people', source, agreed: 5 },
    downloadHistory: { requestId: theirWork.request },
    downloadRows: {},
    retryDownload: { agreed: 5 },
    retryFailedRows: { agreed: 5, newId: theirWork.request },
    downloadLink: { what: 'results' },
    createUpload: { id: theirWork.upload, name: 'other.csv', size: 10 },
    mapUpload: { category: 'people', columns: ['email'] },
    decideRows: { decisions: [{ row: 1, decision: 'accept', recordId: person }] },
    decideReview: { decision: 'reject' },
    saveTemplate: { name: 'other', category: 'people', columns: ['name'] },
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
    restoreList: { newId },
    changeMembers: { remove: [person] },
    addFound: { first: 5 },
    takeBack: { change: '3' },
    addNote: on,
    addVisit: { ...on, outcome: 'met' },
    reportWrong: { ...on, field: 'name' },
    patchActivity: { baseVersion: 1, changes: { text: 'changed' } },
    changeDayPlan: {
      day: '2026-03-05',
      baseVersion: 1,
      changes: { stops: { [person]: { category: 'people', addedAt: on.at } } },
    },
    addFollowUp: { ...on, id: theirWork.followUp, dueDay: '2026-03-06' },
    patchFollowUp: { baseVersion: 1, changes: { text: 'changed' } },
    setCadence: { target: 'list', targetId: theirWork.list, weeks: 6 },
    syncRecords: { list: theirWork.list },
    createAgent: { ...watching, id: theirWork.agent },
    updateAgent: watching,
    previewAgent: { ...watching, listIds: [theirWork.list] },
    readNotices: { ids: [theirWork.agent] },
    beginWash: { id: theirWork.wash, name: 'other', washedAt: '2026-03-02', total: 2 },
    addWashed: { listed: ['+61491570006'] },
  }
}
