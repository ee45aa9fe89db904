import { newAgent } from '../../contract/signals/agents.ts'
import { api, type EndpointName } from '../../contract/api.ts'
import { mutates, type Endpoint } from '../../contract/core/endpoint.ts'
import type { Someone, TestApp } from './app.ts'

/** People, a list and a saved search with them. */
export type Subject = {
  orgId: string
  ids: readonly string[]
  filters: object
  list: string
  search: string
  company?: string | undefined
  agent?: string | undefined
  request?: string | undefined
  upload?: string | undefined
  entry?: string | undefined
}

export const readingCalls = Object.entries<Endpoint>(api)
  .filter(([, call]) => !mutates(call))
  // Safe cast: keys of the contract.
  .map(([name, call]) => [name as EndpointName, call] as const)

export const askReading = (
  test: TestApp,
  subject: Subject,
  [name, call]: readonly [EndpointName, Endpoint],
  as: Someone = {},
) => {
  const input = inputsOf(subject)[name] ?? {}
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => inPath(subject, name, part))
  const query = Object.entries(input).map(
    ([part, value]) => `${part}=${encodeURIComponent(String(value))}`,
  )
  return call.method === 'GET'
    ? test.ask('GET', query.length > 0 ? `${path}?${query.join('&')}` : path, undefined, { as })
    : test.ask(call.method, path, input, { as })
}

const people = 'people'

const inputsOf = ({ ids, filters, list }: Subject): Partial<Record<EndpointName, object>> => ({
  estimate: { category: people, source: { kind: 'list', listId: list, first: 50 } },
  recordIds: { category: people, source: { kind: 'list', listId: list, first: 50 } },
  downloadHistory: {},
  filterOptions: { identifier: 'cus-list' },
  searchFilterOptions: { identifier: 'person_id' },
  filterLevels: { identifier: 'location' },
  optionLabels: { identifier: 'person_id', values: ids.slice(0, 20) },
  autocompleteCompanies: { q: 'the' },
  autocompletePeople: { q: 'ann', size: 10 },
  records: { category: people, filters, size: 100 },
  mapPoints: { category: people, filters },
  counts: { category: people, identifiers: ['email_deliverability'] },
  parsePrompt: { prompt: 'directors with a mobile', category: people },
  listRecords: { size: 100 },
  listIds: { first: 50 },
  listCounts: { identifiers: ['seniority'] },
  syncRecords: { list },
  accountIntelligencePreview: { config: {} },
  uploadPreview: { category: people },
  coreSignals: { category: people },
  targetingSignals: { category: people, forYou: true },
  intentSignals: { category: 'intent' },
  signals: { category: people },
  signalsOverTime: { category: people },
  ownData: { after: 'list-records' },
  organisationData: { after: 'list-records' },
  previewAgent: { ...newAgent, category: people, name: 'Watch' },
})

const ofPerson = new Set(['person', 'signalsOf', 'disclosures'])

const inPath = (subject: Subject, name: string, part: string): string => {
  const { orgId, ids, list, search } = subject
  if (part === 'orgId') return orgId
  if (part === 'category') return people
  if (part === 'kind') return 'saved'
  if (part === 'recordId' || ofPerson.has(name)) return ids[0] ?? ''
  if (name.startsWith('list')) return list
  const own: Readonly<Record<string, string | undefined>> = {
    company: subject.company,
    agentRuns: subject.agent,
    ledgerRecords: subject.entry,
    downloadRequest: subject.request,
    downloadRows: subject.request,
    retryEstimate: subject.request,
    upload: subject.upload,
    uploadPreview: subject.upload,
    uploadRows: subject.upload,
  }
  return own[name] ?? search
}
