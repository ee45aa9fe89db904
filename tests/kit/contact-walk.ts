import { readXlsx } from 'hucre/xlsx'
import { newAgent } from '../../contract/signals/agents.ts'
import { exportColumns } from '../../contract/records/export-columns.ts'
import { randomOf, type Random } from '../../demo/random.ts'
import { addSignals } from '../../server/signals/add-signals.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import { southern, today, type TestApp } from './app.ts'
import {
  bringWash,
  canariesIn,
  choosePolicy,
  contactOf,
  expireFile,
  requestLink,
  suppress,
  writePlanted,
  type Planted,
} from './contact.ts'
import { faultsOf } from './credits.ts'
import { line, matchFile } from './uploads.ts'
import { askReading, readingCalls, type Subject } from './reading-calls.ts'
import { memberOf, type Member } from './saved-work.ts'
import { draft } from './signals.ts'
import { register, subscription } from './push.ts'

/** A leak names the act and the person, faults are of the ledger. */
export type Walked = {
  leaks: string[]
  faults: string[]
  bodies: number
  files: number
  requests: number
  acts: Record<string, number>
  paid: number
  seen: number
  refused: string[]
  /** For You, in the last reading. */
  signals: number
  pushed: number
}

type Walk = {
  test: TestApp
  random: Random
  orgId: string
  member: Member
  other: Member
  people: Planted[]
  subject: Subject
  requests: string[]
  suppressions: string[]
  /** Texts that left the server since the last check. */
  left: string[]
  leaks: string[]
  refused: string[]
  files: number
  signals: number
  pushed: number
}

/**
 * Acts in random order as the admin of a trial organisation and checks all output after each act. Details of a person without
 * payment are a leak; so is an estimate that depends on the organisation's checks.
 */
export const walkContacts = async (
  test: TestApp,
  people: Planted[],
  { seed, run, acts }: { seed: number; run: number; acts: number },
): Promise<Walked> => {
  const walk = await begin(test, people, randomOf(seed, run, 0))
  await actions.enrich(walk)
  const byDigits = new Map(people.map(({ id, digits }) => [digits, id]))
  const sum: Walked = {
    leaks: walk.leaks,
    faults: [],
    bodies: 0,
    files: 0,
    requests: 0,
    acts: {},
    paid: 0,
    seen: 0,
    refused: walk.refused,
    signals: 0,
    pushed: 0,
  }
  const seen = new Set<string>()
  const look = async (act: string): Promise<void> => {
    const paid = await paidBy(walk)
    for (const text of walk.left)
      for (const digits of canariesIn(text)) {
        const id = byDigits.get(digits)
        if (id === undefined) continue
        if (paid.has(id)) seen.add(id)
        else walk.leaks.push(`${act} gave details of ${digits}, which are not paid for`)
      }
    sum.bodies += walk.left.length
    sum.paid = paid.size
    walk.left = []
  }
  for (let at = 0; at < acts && walk.leaks.length === 0; at++) {
    const act = walk.random.pick(names)
    await actions[act](walk)
    sum.acts[act] = (sum.acts[act] ?? 0) + 1
    await look(act)
  }
  if (walk.leaks.length === 0) {
    await readEverything(walk)
    await look('reading everything')
  }
  const faults = await faultsOf(test.db, walk.orgId)
  const { files, signals, pushed } = walk
  return { ...sum, faults, files, signals, pushed, requests: walk.requests.length, seen: seen.size }
}

const filters = { has_mobile: ['Yes'] }
const movedJob = { category: 'people', slug: 'job_change', title: 'Changed jobs' } as const

const begin = async (test: TestApp, people: Planted[], random: Random): Promise<Walk> => {
  const orgId = `org_walk_${crypto.randomUUID()}`
  const customer = {
    id: orgId,
    name: 'Walk',
    country: 'AU',
    website: 'https://walk.example',
  } as const
  await seedDemoCustomers(test.db, [customer], Date.parse(`${today}T00:00:00Z`))
  const member = memberOf(test, { orgId, userId: 'user_walk' })
  const ids = people.map(({ id }) => id)
  const list = await member.write('POST', '/lists', {
    name: 'All',
    category: 'people',
    recordIds: ids,
  })
  const search = await member.write('POST', '/search/save', {
    name: 'All of them',
    category: 'people',
    filters,
  })
  const agent = await member.write('POST', '/signals/agents', {
    ...newAgent,
    category: 'people',
    name: 'Walk',
  })
  const company = await test.db.owner
    .selectFrom('company')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await register(test, subscription(orgId), member.as)
  await test.db.owner.transaction().execute((trx) =>
    addSignals(
      trx,
      ids
        .slice(0, 5)
        .map((id) => draft(`${orgId} ${id}`, null, { ...movedJob, person: { id, name: 'Known' } })),
      new Date(`${today}T00:00:00Z`),
    ),
  )
  await test.work()
  return {
    test,
    random,
    orgId,
    member,
    other: memberOf(test, { orgId: southern.id }),
    people,
    subject: {
      orgId,
      ids,
      filters,
      list: list.body.id,
      search: search.body.id,
      agent: agent.body.id,
      company: company.id,
    },
    requests: [],
    suppressions: [],
    left: [],
    leaks: [],
    refused: [],
    files: 0,
    signals: 0,
    pushed: 0,
  }
}

const actions = {
  policy: async (walk: Walk) =>
    keep(walk, await choosePolicy(walk.member, walk.random.pick(['hide', 'flag'] as const))),
  wash: async (walk: Walk) => {
    const people = walk.people.filter(
      ({ contact: { mobile, direct_phone } }) => mobile ?? direct_phone,
    )
    const numbers = some({ ...walk, people }, 12).flatMap(({ contact: { mobile, direct_phone } }) =>
      [mobile, direct_phone].filter((number) => number !== undefined),
    )
    const paid = await paidBy(walk)
    const locked = walk.people.map(({ id }) => id).filter((id) => !paid.has(id))
    const before = await estimateOf(walk, locked)
    const result = walk.random.chance(0.8) ? { listed: numbers } : { notListed: numbers }
    for (const answer of await bringWash(walk.member, result)) keep(walk, answer)
    const after = await estimateOf(walk, locked)
    if (before !== after)
      walk.leaks.push(`a check changed the price of locked people: ${before}, then ${after}`)
  },
  suppress: async (walk: Walk) => {
    const created = await suppress(walk.member, idsOf(some(walk, 2)))
    keep(walk, created)
    walk.suppressions.push(created.body.id)
  },
  release: async (walk: Walk) => {
    const id = walk.suppressions.pop()
    if (id !== undefined) keep(walk, await walk.member.write('DELETE', `/lists/${id}`))
  },
  reveal: async (walk: Walk) => {
    const body = {
      category: 'people',
      ids: idsOf(some(walk, 2)),
      agreed: walk.random.pick([0, 1, 2]),
    }
    keep(walk, await walk.member.write('POST', '/records/reveal', body))
  },
  /** Another organisation pays, which reveals nothing to this one. */
  otherPays: async (walk: Walk) => {
    const body = { category: 'people', ids: idsOf(some(walk, 2)), agreed: 2 }
    await walk.other.write('POST', '/records/reveal', body)
  },
  /** An import adds contact details to people without, and removes those of others. */
  market: async (walk: Walk) => {
    const [person] = some(walk, 1)
    if (person === undefined) return
    const kind = walk.random.pick(['listed', 'mobile', 'none', 'all'] as const)
    Object.assign(person, { kind, contact: contactOf(kind, person.digits) })
    await writePlanted(walk.test, [person])
  },
  download: (walk: Walk) => request(walk, { source: { kind: 'ids', ids: idsOf(some(walk, 8)) } }),
  freeDownload: (walk: Walk) => {
    const free = walk.people.filter(({ kind }) => kind === 'listed' || kind === 'none')
    const ids = idsOf(some({ ...walk, people: free }, 8))
    return request(walk, { source: { kind: 'ids', ids }, agreed: 0 })
  },
  enrich: async (walk: Walk) => {
    const rows = await walk.test.db.owner
      .selectFrom('person')
      .select('doc')
      .where('id', 'in', idsOf(some(walk, 4)))
      .execute()
    const file = [
      'Full name,Company',
      ...rows.map(({ doc }) => line(doc.name, doc.company.name)),
    ].join('\r\n')
    const upload = await matchFile(walk.test, walk.member, file, 'people')
    walk.left.push(JSON.stringify(upload))
    walk.subject.upload = upload.id
    await request(walk, {
      type: 'ENRICH_DOWNLOAD',
      source: { kind: 'upload', uploadId: upload.id, fromRow: 1 },
    })
  },
  fileAgain: async (walk: Walk) => {
    const { requests, random } = walk
    for (const id of new Set(
      requests.length === 0 ? [] : [requests.at(-1) ?? '', random.pick(requests)],
    )) {
      if (random.chance(0.7)) await expireFile(walk.test, walk.orgId, id)
      await keepFile(walk, id)
    }
  },
  retry: async (walk: Walk) => {
    if (walk.requests.length === 0) return
    const path = `/download/request/${walk.random.pick(walk.requests)}`
    keep(
      walk,
      await walk.member.write('POST', `${path}/retry`, { agreed: walk.random.pick([0, 8]) }),
    )
    keep(walk, await walk.member.write('POST', `${path}/retry-failed`, { agreed: 0 }))
    await walk.test.work()
  },
  read: async (walk: Walk) => {
    for (let times = 0; times < 4; times++) await readOnce(walk)
  },
  guess: async (walk: Walk) => {
    const [person] = some(walk, 1)
    const [value = 'canary'] = Object.values(person?.contact ?? {})
    keep(walk, await walk.member.read(`/search/autocomplete/people?q=${encodeURIComponent(value)}`))
    keep(
      walk,
      await walk.member.read(`/sync/records?category=people&ids=${idsOf(some(walk, 8)).join(',')}`),
    )
    keep(walk, await walk.member.read(`/records/people/${person?.id ?? ''}`))
  },
}

/** Safe cast: keys of the actions. Acts that make files again depend on appear more often. */
const names = [
  ...(Object.keys(actions) as (keyof typeof actions)[]),
  ...(['fileAgain', 'fileAgain', 'fileAgain', 'freeDownload', 'policy', 'market', 'wash'] as const),
]

/** Those that return only a problem go to `refused`. */
const readEverything = async (walk: Walk): Promise<void> => {
  const { test, member, subject } = walk
  const { body: ledger } = await member.read('/credits/ledger?kind=commit')
  const all = { ...subject, request: walk.requests.at(-1), entry: ledger.entries[0]?.id }
  for (const call of readingCalls) {
    const answer = await askReading(test, all, call, member.as)
    keep(walk, answer)
    if (answer.status >= 300) walk.refused.push(call[0])
    if (call[0] === 'targetingSignals') walk.signals = answer.body.total
  }
  const messages = await test.db.owner
    .selectFrom('push_outbox')
    .select('message')
    .where('org_id', '=', subject.orgId)
    .execute()
  walk.left.push(...messages.map(({ message }) => JSON.stringify(message)))
  walk.pushed = messages.length
}

const readOnce = async (walk: Walk): Promise<void> => {
  const shuffled = { ...walk.subject, ids: idsOf(some(walk, 20)), request: walk.requests.at(-1) }
  keep(walk, await askReading(walk.test, shuffled, walk.random.pick(readingCalls), walk.member.as))
}

const request = async (
  walk: Walk,
  body: { source: object; type?: string; agreed?: number },
): Promise<void> => {
  const input = { category: 'people', agreed: 8, columns, ...body }
  const format = walk.random.pick(['csv', 'xlsx'])
  const { member, test } = walk
  const answer = await member.write('POST', '/download/request', { ...input, format })
  keep(walk, answer)
  if (answer.status !== 202) return
  await test.work()
  walk.requests.push(answer.body.requestId)
  await keepFile(walk, answer.body.requestId)
}

const columns = exportColumns.people.map(({ key }) => key)

/** Mostly all of the same kind; each kind is about as likely as the others. */
const some = ({ people, random }: Walk, most: number): Planted[] => {
  const { kind } = random.pick(people)
  const among = random.chance(0.6) ? people.filter((person) => person.kind === kind) : people
  const from = random.between(0, among.length - 1)
  return among.slice(from, from + random.between(1, most))
}

const idsOf = (some: readonly Planted[]): string[] => some.map(({ id }) => id)

const keep = (walk: Walk, answer: { body: unknown; headers: unknown; status: number }): void => {
  if (answer.status >= 500)
    walk.leaks.push(`an answer of ${answer.status}: ${JSON.stringify(answer.body)}`)
  walk.left.push(JSON.stringify([answer.body, answer.headers]))
}

const keepFile = async (walk: Walk, id: string): Promise<void> => {
  const { test, member } = walk
  for (const what of ['file', 'results']) {
    const link = await requestLink(test, member, id, what)
    keep(walk, link)
    if (link.status >= 300) continue
    const file = await test.app.inject({ url: link.body.url })
    const isBook = String(file.headers['content-type']).includes('spreadsheetml')
    walk.left.push(
      isBook ? JSON.stringify((await readXlsx(file.rawPayload)).sheets) : file.body,
      JSON.stringify(file.headers),
    )
    walk.files += file.statusCode === 200 ? 1 : 0
  }
}

const estimateOf = async ({ member }: Walk, ids: readonly string[]): Promise<string> => {
  const source = { kind: 'ids', ids }
  const { body } = await member.write('POST', '/records/estimate', { category: 'people', source })
  return `${body.chargeable} to be paid for, ${body.empty} empty`
}

const paidBy = async ({ test, orgId }: Walk): Promise<Set<string>> => {
  const rows = await test.db.asOrg(orgId, (trx) =>
    trx
      .selectFrom('unlock')
      .innerJoin('credit_entry', 'credit_entry.id', 'unlock.entry_id')
      .select('record_id')
      .where('credit_entry.kind', '=', 'commit')
      .execute(),
  )
  return new Set(rows.map(({ record_id: id }) => id))
}
