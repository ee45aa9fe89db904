import { api, type Api, type EndpointName } from '../../contract/api.ts'
import { mutates } from '../../contract/core/endpoint.ts'
import { newAgent } from '../../contract/signals/agents.ts'
import type { Target } from '../../server/downloads/ports.ts'
import { addSignals } from '../../server/signals/add-signals.ts'
import { nameOperator } from '../../server/sources/store.ts'
import { salesloft } from '../../server/connectors/salesloft/connector.ts'
import { payingCompany } from './billing-customers.ts'
import type { BillingApp } from './billing.ts'
import { decide } from './crm/decide.ts'
import { matchFile, sendFile } from './uploads.ts'
import { subscription } from './push.ts'
import type { Member } from './saved-work.ts'
import { sampleOf } from './sample.ts'
import { draft } from './signals.ts'

export type MutatingName = {
  [Name in EndpointName]: Api[Name] extends { method: 'GET' } | { reads: true } ? never : Name
}[EndpointName]

export type Scene = {
  test: BillingApp
  admin: Member
  orgId: string
  people: readonly string[]
  company: { id: string; name: string }
}

/** The path and body of a request that succeeds. */
type ValidRequest = { path?: Record<string, string>; body?: object }

/** Creates what its request needs first. */
type Example = (scene: Scene) => Promise<ValidRequest>

/** Every endpoint that changes something. */
export const mutatingNames = (Object.keys(api) as EndpointName[]).filter(
  // `MutatingName` says the same of the types.
  (name): name is MutatingName => mutates(api[name]),
)

/** A valid request for an endpoint: its example, or what its schema requires. */
export const exampleOf = async (name: MutatingName, scene: Scene): Promise<ValidRequest> =>
  // An object's sample is an object.
  (await examples[name]?.(scene)) ?? { body: sampleOf(api[name].input) as object }

/** It refuses the first row, so that there is a failure to retry. */
export const refusingTarget: Target = {
  ends: 'REQUEST_COMPELETED',
  deliver: async (run) => {
    await run.reportOutcomes([{ row: 1, outcome: 'failed', reason: 'No such owner.' }])
    return null
  },
}

const create = async (scene: Scene, path: string, body: object): Promise<{ id: string }> => {
  const answer = await scene.admin.write('POST', path, body)
  if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`)
  return answer.body
}
const pathOf = ({ id }: { id: string }) => ({ path: { id } })

const crmToken = async ({ admin }: Scene): Promise<{ token: string }> => {
  const { token } = (await admin.read('/crm/org')).body
  return { token }
}
/** To the CRM, where the admin presses Allow, and back. */
const returnFromCrm = async (scene: Scene): Promise<object> => {
  const token = await crmToken(scene)
  const { url } = (await scene.admin.write('POST', `/crm/${salesloft.key}/connect`, token)).body
  return { ...token, ...Object.fromEntries(await decide(new URL(url), 'allow')) }
}

const search = { category: 'company', filters: { country: ['AU'] } }
const newSearch = (scene: Scene) => create(scene, '/search/save', { ...search, name: 'Saved' })
const newList = ({ people, ...scene }: Scene) =>
  create({ people, ...scene }, '/lists', {
    name: 'Directors',
    category: 'people',
    recordIds: people.slice(0, 2),
  })
const newRecent = async (scene: Scene) => {
  const rid = crypto.randomUUID()
  await create(scene, '/search/recent/new', { ...search, rid })
  return { id: rid }
}
const noteOn = ({ company }: Scene) => ({
  category: 'company',
  recordId: company.id,
  text: 'Called.',
  at: '2026-03-03T00:00:00Z',
})
const newNote = (scene: Scene) => create(scene, '/activities/note', noteOn(scene))
const newFollowUp = ({ company }: Scene) => ({
  category: 'company',
  recordId: company.id,
  dueDay: '2026-03-05',
})
const sixWeeks = ({ company }: Scene) => ({ target: 'company', targetId: company.id, weeks: 6 })
const newAgentOf = (scene: Scene) => create(scene, '/signals/agents', agent)
const newWash = (scene: Scene) => create(scene, '/do-not-call/washes', wash)
const newUpload = (scene: Scene, matched = false) => {
  const file = `Company,Website\n${scene.company.name},\nNowhere Known,nowhere.example\n`
  if (matched) return matchFile(scene.test, scene.admin, file) as Promise<{ id: string }>
  return sendFile(scene.test, scene.admin, file).then((id) => ({ id }))
}
const newRequest = async (scene: Scene, type: string, from: number, to: number) => {
  const source = { kind: 'ids', ids: scene.people.slice(from, to) }
  const body = { category: 'people', type, source, agreed: 10_000 }
  const answer = await scene.admin.write('POST', '/download/request', body)
  if (answer.status !== 202) throw new Error(`a request answered ${answer.body.detail}`)
  await scene.test.work()
  return { id: String(answer.body.requestId) }
}

const newSource = async ({ test, orgId, admin }: Scene, kind = 'upload') => {
  await nameOperator(test.db.owner, orgId)
  const id = crypto.randomUUID()
  const body = { ...sourceSettings, name: id, kind, location: kind === 'upload' ? '' : 'a.csv' }
  const { status } = await admin.write('PUT', `/sources/${id}`, body)
  if (status !== 200) throw new Error(`a source answered ${status}`)
  return { id }
}
const sourceSettings = {
  format: 'csv',
  everyHours: null,
  licence: '',
  countries: [],
  mapping: null,
  paused: false,
}
/** Of a file that is checked and not imported. */
const newCheckedFile = async (scene: Scene) => {
  const { id } = await newSource(scene)
  const run = crypto.randomUUID()
  const file = { run, name: 'a.csv', size: 1, modified: '2026-03-01' }
  await scene.admin.write('POST', `/sources/${id}/files`, file)
  await scene.test.db.owner
    .updateTable('source_run')
    .set({ state: 'done', parts: 1 })
    .where('id', '=', run)
    .execute()
  return { path: { id, run } }
}

const newPlan = async ({ test, orgId }: Scene) => (await payingCompany(test, orgId)).plan

const agent = { ...newAgent, name: 'Hiring', quiet: null, minConfidence: 0 }
const wash = { name: 'result.csv', washedAt: '2026-03-01', total: 1 }
const deleted = async (scene: Scene, path: string, { id }: { id: string }) => {
  await scene.admin.write('DELETE', `${path}/${id}`)
  return { id }
}

/** For the endpoints whose request names something that exists, or obeys more than its schema. */
const examples: Partial<Record<MutatingName, Example>> = {
  updateCustomer: async () => ({ body: { data: { website: 'https://other.example' } } }),
  updateCountry: async ({ orgId }) => ({
    path: { orgId },
    body: { data: { defaultCountry: 'NZ' } },
  }),
  setMemberCap: async ({ admin }) => ({
    path: { userId: admin.as.userId ?? '' },
    body: { cap: 20, disabled: ['push'] },
  }),
  reveal: async ({ people }) => ({
    body: { category: 'people', ids: people.slice(0, 3), agreed: 3 },
  }),
  requestDownload: async ({ people }) => ({
    body: { category: 'people', source: { kind: 'ids', ids: people.slice(0, 3) }, agreed: 3 },
  }),
  exportVisits: async (scene) => {
    await create(scene, '/activities/visit', { ...noteOn(scene), outcome: 'met' })
    return { body: { format: 'xlsx' } }
  },
  retryDownload: async (scene) => {
    // A trial has 50 credits and 25 records a request.
    await newRequest(scene, 'DOWNLOAD', 0, 22)
    await newRequest(scene, 'DOWNLOAD', 22, 44)
    const short = await newRequest(scene, 'DOWNLOAD', 44, 66)
    return { ...pathOf(short), body: { first: 5, agreed: 5 } }
  },
  retryFailedRows: async (scene) => ({
    ...pathOf(await newRequest(scene, 'HS_INTEGRATION', 0, 2)),
    body: { agreed: 2 },
  }),
  downloadLink: async (scene) => ({
    ...pathOf(await newRequest(scene, 'DOWNLOAD', 0, 1)),
    body: { what: 'file' },
  }),
  saveTemplate: async () => ({ body: { name: 'Names', category: 'people', columns: ['name'] } }),
  deleteTemplate: async (scene) =>
    pathOf(
      await create(scene, '/download/templates', {
        name: 'Names',
        category: 'people',
        columns: ['name'],
      }),
    ),
  mapUpload: async (scene) => {
    const { id } = await newUpload(scene)
    await scene.admin.write('POST', `/exchange/uploads/${id}/preview`, { category: 'company' })
    return { path: { id }, body: { category: 'company', columns: ['name', 'website'] } }
  },
  matchUpload: async (scene) => {
    const { id } = await newUpload(scene)
    const upload = `/exchange/uploads/${id}`
    await scene.admin.write('POST', `${upload}/preview`, { category: 'company' })
    const columns = ['name', 'website']
    await scene.admin.write('POST', `${upload}/map`, { category: 'company', columns })
    return { path: { id } }
  },
  decideRows: async (scene) => ({
    ...pathOf(await newUpload(scene, true)),
    body: { decisions: [{ row: 2, decision: 'accept', recordId: scene.company.id }] },
  }),
  decideReview: async (scene) => ({
    ...pathOf(await newUpload(scene, true)),
    body: { decision: 'reject' },
  }),
  listUpload: async (scene) => ({
    ...pathOf(await newUpload(scene, true)),
    body: { name: 'Uploaded' },
  }),
  deleteUpload: async (scene) => pathOf(await newUpload(scene)),
  renameSearch: async (scene) => ({ ...pathOf(await newSearch(scene)), body: { name: 'Renamed' } }),
  updateSearch: async (scene) => ({
    ...pathOf(await newSearch(scene)),
    body: { ...search, name: 'Updated', version: 1 },
  }),
  patchSearch: async (scene) => ({
    ...pathOf(await newSearch(scene)),
    body: { baseVersion: 1, changes: { name: 'Patched' } },
  }),
  shareSearch: async (scene) => ({ ...pathOf(await newSearch(scene)), body: { shared: true } }),
  restoreSearch: async (scene) =>
    pathOf(await deleted(scene, '/search/saved', await newSearch(scene))),
  searchSeen: async (scene) => pathOf(await newSearch(scene)),
  deleteSearch: async (scene) => pathOf(await newSearch(scene)),
  updateRecent: async (scene) => ({
    ...pathOf(await newRecent(scene)),
    body: { ...search, filters: { country: ['NZ'] } },
  }),
  convertRecent: async (scene) => ({ ...pathOf(await newRecent(scene)), body: { name: 'Kept' } }),
  deleteRecent: async (scene) => pathOf(await newRecent(scene)),
  createList: async ({ people }) => ({
    body: { name: 'Directors', category: 'people', recordIds: people.slice(0, 2) },
  }),
  patchList: async (scene) => ({
    ...pathOf(await newList(scene)),
    body: { baseVersion: 1, changes: { name: 'Patched' } },
  }),
  restoreList: async (scene) => pathOf(await deleted(scene, '/lists', await newList(scene))),
  deleteList: async (scene) => pathOf(await newList(scene)),
  listSeen: async (scene) => pathOf(await newList(scene)),
  changeMembers: async (scene) => ({
    ...pathOf(await newList(scene)),
    body: { add: scene.people.slice(2, 4), remove: scene.people.slice(0, 1) },
  }),
  addFound: async (scene) => ({ ...pathOf(await newList(scene)), body: { first: 5 } }),
  takeBack: async (scene) => {
    const { id } = await newList(scene)
    const add = scene.people.slice(2, 4)
    const { body } = await scene.admin.write('POST', `/lists/${id}/members`, { add })
    return { path: { id }, body: { change: body.change } }
  },
  addNote: async (scene) => ({ body: noteOn(scene) }),
  addVisit: async (scene) => ({ body: { ...noteOn(scene), outcome: 'met' } }),
  reportWrong: async (scene) => ({ body: { ...noteOn(scene), field: 'name' } }),
  patchActivity: async (scene) => ({
    ...pathOf(await newNote(scene)),
    body: { baseVersion: 1, changes: { text: 'Called twice.' } },
  }),
  addFollowUp: async (scene) => ({ body: newFollowUp(scene) }),
  changeDayPlan: async ({ company }) => ({
    body: {
      day: '2026-03-05',
      baseVersion: 1,
      changes: {
        stops: { [company.id]: { category: 'company', addedAt: '2026-03-03T00:00:00Z' } },
      },
    },
  }),
  patchFollowUp: async (scene) => ({
    ...pathOf(await create(scene, '/follow-ups', newFollowUp(scene))),
    body: { baseVersion: 1, changes: { state: 'done' } },
  }),
  setCadence: async (scene) => ({ path: { id: crypto.randomUUID() }, body: sixWeeks(scene) }),
  deleteCadence: async (scene) => {
    const id = crypto.randomUUID()
    await scene.admin.write('PUT', `/cadences/${id}`, sixWeeks(scene))
    return { path: { id } }
  },
  deleteActivity: async (scene) => pathOf(await newNote(scene)),
  changeAccountIntelligence: async () => ({
    body: { config: { products: [{ name: 'Pumps', does: '' }] }, version: 0 },
  }),
  beginWash: async () => ({ body: wash }),
  addWashed: async (scene) => ({
    ...pathOf(await newWash(scene)),
    body: { listed: ['+61491570006'] },
  }),
  finishWash: async (scene) => {
    const { id } = await newWash(scene)
    const numbers = { listed: ['+61491570006'] }
    await scene.admin.write('POST', `/do-not-call/washes/${id}/numbers`, numbers)
    return { path: { id } }
  },
  actOnSignals: async ({ test, company, orgId }) => {
    const key = `${orgId}-${crypto.randomUUID()}`
    await test.db.owner
      .transaction()
      .execute((trx) => addSignals(trx, [draft(key, company)], new Date('2026-03-03T00:00:00Z')))
    const { id } = await test.db.owner
      .selectFrom('signal')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return { body: { ids: [id], act: 'dismiss' } }
  },
  snoozeType: async () => ({
    path: { slug: 'hiring_surge' },
    body: { until: '2026-04-01T00:00:00Z' },
  }),
  checkout: async ({ test, orgId }) => {
    await test.db.asOrg(orgId, async (trx) => {
      await trx.deleteFrom('subscription').execute()
      await trx.updateTable('customer').set({ listed_at: new Date() }).execute()
    })
    return { body: { orgId, isTrialMode: true } }
  },
  buyCredits: async (scene) => {
    await newPlan(scene)
    return {
      path: { orgId: scene.orgId },
      body: {
        totalCredits: 100,
        amount: 4_500,
        pricePerCredit: 45,
        priceId: 'addon_100_aud',
        useCard: true,
      },
    }
  },
  changePlan: async (scene) => {
    const { id, customer, items } = await newPlan(scene)
    const change = { priceId: 'growth_month_aud', qty: 4 }
    const shown = { ...change, customerId: customer, subscriptionItemId: items.data[0]?.id }
    const { body } = await scene.admin.write('POST', `/subscription/${id}/preview-prorata`, shown)
    const { prorationDate, total } = body
    return { path: { id }, body: { ...change, prorationDate, total } }
  },
  cancelPlan: async (scene) => pathOf(await newPlan(scene)),
  resumePlan: async (scene) => {
    const { id } = await newPlan(scene)
    await scene.admin.write('POST', `/subscription/${id}/cancel`, {})
    return { path: { id } }
  },
  checkRegister: async ({ company }) => ({ path: { id: company.id } }),
  saveSource: async () => ({
    path: { id: crypto.randomUUID() },
    body: { ...sourceSettings, name: crypto.randomUUID(), kind: 'upload', location: '' },
  }),
  deleteSource: async (scene) => pathOf(await newSource(scene)),
  runSource: async (scene) => pathOf(await newSource(scene, 'folder')),
  addSourceFile: async (scene) => ({
    ...pathOf(await newSource(scene)),
    body: { run: crypto.randomUUID(), name: 'a.csv', size: 1, modified: '2026-03-01' },
  }),
  importSourceFile: newCheckedFile,
  createAgent: async () => ({ body: agent }),
  updateAgent: async (scene) => ({
    ...pathOf(await newAgentOf(scene)),
    body: { ...agent, name: 'Changed' },
  }),
  deleteAgent: async (scene) => pathOf(await newAgentOf(scene)),
  runAgent: async (scene) => pathOf(await newAgentOf(scene)),
  readNotices: async () => ({ body: { upTo: '2026-03-03T00:00:00Z' } }),
  subscribeDevice: async ({ orgId }) => ({ body: subscription(`${orgId}-${crypto.randomUUID()}`) }),
  forgetDevice: async ({ admin, orgId }) => {
    const device = subscription(`${orgId}-${crypto.randomUUID()}`)
    return pathOf((await admin.write('PUT', '/push/devices', device)).body)
  },
  connectCrm: async (scene) => ({
    path: { connector: salesloft.key },
    body: await crmToken(scene),
  }),
  finishConnectingCrm: async (scene) => ({ body: await returnFromCrm(scene) }),
  disconnectCrm: async (scene) => {
    await scene.admin.write('POST', '/crm/finish', await returnFromCrm(scene))
    return { path: { connector: salesloft.key }, body: await crmToken(scene) }
  },
  saveCrmMapping: async (scene) => {
    await scene.admin.write('POST', '/crm/finish', await returnFromCrm(scene))
    const token = await crmToken(scene)
    const path = `/crm/${salesloft.key}/mapping`
    const { mapping } = (await scene.admin.write('POST', path, token)).body
    return { path: { connector: salesloft.key }, body: { ...token, mapping } }
  },
}
