import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, type EndpointName } from '../../../contract/api.ts'
import { mutates, type Endpoint } from '../../../contract/core/endpoint.ts'
import { roleOf } from '../../../contract/core/roles.ts'
import { harbour, startTestApp, type Someone, type TestApp } from '../../kit/app.ts'

/** Product 2.4. */
type Decision = 'anyone' | 'both' | 'admin'

/** A missing endpoint does not compile. */
const decisions: Record<EndpointName, Decision> = {
  platformFeatures: 'anyone',
  configs: 'anyone',
  feedback: 'both',
  homepage: 'both',
  customerFeatures: 'both',
  customerInfo: 'both',
  customerMetadata: 'both',
  updateCustomer: 'admin',
  updateCountry: 'admin',
  setMemberCap: 'admin',
  activePlan: 'both',
  credits: 'both',
  ledger: 'both',
  ledgerRecords: 'both',
  creditsUsage: 'both',
  estimate: 'both',
  recordIds: 'both',
  reveal: 'both',
  requestDownload: 'both',
  downloadHistory: 'both',
  downloadRequest: 'both',
  downloadRows: 'both',
  retryDownload: 'both',
  retryEstimate: 'both',
  retryFailedRows: 'both',
  downloadLink: 'both',
  exportTemplates: 'both',
  saveTemplate: 'both',
  deleteTemplate: 'both',
  uploads: 'both',
  upload: 'both',
  createUpload: 'both',
  uploadPreview: 'both',
  mapUpload: 'both',
  matchUpload: 'both',
  uploadRows: 'both',
  decideRows: 'both',
  decideReview: 'both',
  listUpload: 'both',
  deleteUpload: 'both',
  filters: 'both',
  filterOptions: 'both',
  searchFilterOptions: 'both',
  filterLevels: 'both',
  optionLabels: 'both',
  autocompleteCompanies: 'both',
  autocompletePeople: 'both',
  parsePrompt: 'both',
  records: 'both',
  counts: 'both',
  company: 'both',
  person: 'both',
  register: 'both',
  savedSearches: 'both',
  savedQuickView: 'both',
  searchOfKind: 'both',
  saveSearch: 'both',
  renameSearch: 'both',
  updateSearch: 'both',
  patchSearch: 'both',
  shareSearch: 'both',
  restoreSearch: 'both',
  searchSeen: 'both',
  deleteSearch: 'both',
  recentSearches: 'both',
  recentQuickView: 'both',
  newRecent: 'both',
  updateRecent: 'both',
  convertRecent: 'both',
  deleteRecent: 'both',
  lists: 'both',
  list: 'both',
  createList: 'both',
  patchList: 'both',
  restoreList: 'both',
  deleteList: 'both',
  listSeen: 'both',
  changeMembers: 'both',
  addFound: 'both',
  takeBack: 'both',
  listRecords: 'both',
  listIds: 'both',
  listCounts: 'both',
  activities: 'both',
  addNote: 'both',
  addVisit: 'both',
  reportWrong: 'both',
  patchActivity: 'both',
  deleteActivity: 'both',
  changes: 'both',
  syncRecords: 'both',
  crmToken: 'both',
  accountIntelligence: 'both',
  changeAccountIntelligence: 'admin',
  accountIntelligencePreview: 'both',
  doNotCall: 'both',
  beginWash: 'admin',
  addWashed: 'admin',
  finishWash: 'admin',
  audit: 'admin',
  auditCheck: 'admin',
  auditFile: 'admin',
  coreSignals: 'both',
  targetingSignals: 'both',
  intentSignals: 'both',
  signals: 'both',
  signalsOverTime: 'both',
  signalsOf: 'both',
  actOnSignals: 'both',
  snoozes: 'both',
  snoozeType: 'both',
  agents: 'both',
  createAgent: 'both',
  updateAgent: 'both',
  deleteAgent: 'both',
  runAgent: 'both',
  agentRuns: 'both',
  previewAgent: 'both',
  notices: 'both',
  readNotices: 'both',
  pushKey: 'both',
  subscribeDevice: 'both',
  pushDevices: 'both',
  forgetDevice: 'both',
  pushSettings: 'both',
}

/** Null is admitted. */
type Refusal = 'unauthenticated' | 'role-forbidden' | null

const callers: [string, Someone | null, (decision: Decision) => Refusal][] = [
  ['nobody', null, (decision) => (decision === 'anyone' ? null : 'unauthenticated')],
  [
    'a user without an organisation',
    { orgId: null },
    (decision) => (decision === 'anyone' ? null : 'role-forbidden'),
  ],
  ...['other', 'org:guest', 'org:standard', 'administrator', ''].map(
    (role): (typeof callers)[number] => [
      `the role '${role}'`,
      { role },
      (decision) => (decision === 'anyone' ? null : 'role-forbidden'),
    ],
  ),
  ...['basic_member', 'org:basic_member'].map((role): (typeof callers)[number] => [
    `the role '${role}'`,
    { role },
    (decision) => (decision === 'admin' ? 'role-forbidden' : null),
  ]),
  ...['admin', 'org:admin'].map((role): (typeof callers)[number] => [
    `the role '${role}'`,
    { role },
    () => null,
  ]),
]

describe('the roles of every endpoint', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  const refusalOf = async (call: Endpoint, as: Someone | null): Promise<Refusal> => {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      key === 'orgId' ? harbour.id : key === 'category' ? 'company' : crypto.randomUUID(),
    )
    const { status, body } = await test.ask(
      call.method,
      path,
      call.method === 'GET' ? undefined : {},
      { as, headers: mutates(call) ? { 'idempotency-key': crypto.randomUUID() } : {} },
    )
    const refusal = { unauthenticated: 401, 'role-forbidden': 403 }
    if (body?.code === 'unauthenticated' || body?.code === 'role-forbidden') {
      expect(status).toBe(refusal[body.code as keyof typeof refusal])
      return body.code
    }
    // Admitted: answered, or refused for its input or an unknown record.
    expect([200, 201, 202, 204, 404, 422]).toContain(status)
    return null
  }

  it.each(Object.entries<Endpoint>(api))('decide who may call %s', async (name, call) => {
    const decision = decisions[name as EndpointName]
    const found = await Promise.all(
      callers.map(async ([caller, as]) => [caller, await refusalOf(call, as)] as const),
    )
    const wanted = callers.map(([caller, , refusal]) => [caller, refusal(decision)] as const)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
  })

  it('are decided for existing endpoints only', () => {
    expect(Object.keys(decisions).sort()).toEqual(Object.keys(api).sort())
  })
})

describe('role keys of Clerk', () => {
  it.each([
    ['admin', 'admin'],
    ['org:admin', 'admin'],
    ['basic_member', 'standard'],
    ['org:basic_member', 'standard'],
    ['org:member', 'other'],
    ['standard', 'other'],
    ['Admin', 'other'],
    ['org:org:admin', 'other'],
    [' admin', 'other'],
    ['org:', 'other'],
  ])('map %j to %s', (key, role) => {
    expect(roleOf(key)).toBe(role)
  })
})
