import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { mutates, type Endpoint } from '../../../contract/core/endpoint.ts'
import { grantAddon } from '../../../server/credits/grants.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { chance } from '../../kit/chance.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { plantWork, reachingInputs, theirIdIn, theirWork } from '../../kit/canary-work.ts'
import { memberOf } from '../../kit/saved-work.ts'

/** In every text of the other organisation, which no other may read. */
const canary = 'canary-of-southern'
const roles = ['admin', 'basic_member', 'org:admin', 'org:basic_member']
const seed = Number(process.env['OTHERS_SEED'] ?? 20260303)
const randomCalls = Number(process.env['OTHERS_CALLS'] ?? 600)

describe('data of another organisation', () => {
  let test: TestApp
  let person: string
  let calls = 0
  const logged: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
    test = await startTestApp({ companies: 40, people: 80, parts: { log } })
    const { body } = await test.ask('POST', '/records', {
      category: 'people',
      filters: { has_mobile: ['Yes'] },
      size: 1,
    })
    person = body.records[0].id
    await test.db.asOrg(southern.id, async (trx) => {
      const own = { org_id: southern.id, category: 'people' as const, record_id: person }
      await trx.insertInto('unlock').values(own).execute()
      await trx
        .insertInto('member')
        .values({
          org_id: southern.id,
          user_id: person,
          role: 'admin',
          role_at: new Date(),
          name: canary,
          email: canary,
        })
        .execute()
      await trx
        .insertInto('record_activity')
        .values({ ...own, kind: 'cus-downloaded', value: 'Yes' })
        .execute()
      await trx
        .updateTable('customer')
        .set({
          name: canary,
          website: canary,
          features: JSON.stringify({ [canary]: { enabled: true } }),
        })
        .execute()
    })
    await plantWork(test, canary, person)
    const third = { ...harbour, id: 'org_third' }
    await seedDemoCustomers(test.db, [third], Date.parse('2026-03-03T01:00:00Z'))
    await test.db.asOrg(southern.id, (trx) =>
      grantAddon(trx, southern.id, { n: 7, sourceRef: canary, title: canary }),
    )
    await test.ask(
      'POST',
      '/feedback',
      { kind: 'idea', message: canary, page: canary },
      { as: { orgId: southern.id }, headers: { 'idempotency-key': key } },
    )
  })
  afterAll(() => test.close())

  const key = '6b1f4a34-4a3e-4df1-8a3c-5d1f0c7f4a11'
  const inputs = (): Record<string, object> => ({
    filterOptions: { identifier: 'cus-list' },
    searchFilterOptions: { identifier: 'cus-list' },
    filterLevels: { identifier: 'location' },
    organisationData: { after: 'list-records' },
    optionLabels: { identifier: 'cus-list', values: [theirWork.list, theirWork.search] },
    autocompleteCompanies: { q: 'the' },
    autocompletePeople: { q: 'ann' },
    records: { category: 'people', size: 100, excluded: { 'cus-list': [theirWork.list] } },
    counts: { category: 'people', identifiers: ['cus-list', 'cus-downloaded'] },
    feedback: { kind: 'idea', message: 'other', page: 'other' },
    updateCountry: { data: { defaultCountry: 'AU' } },
    updateCustomer: { data: { website: 'https://other.example' } },
    setMemberCap: { cap: 1, disabled: [] },
    estimate: { category: 'people', source: { kind: 'ids', ids: [person] } },
    recordIds: {
      category: 'people',
      source: { kind: 'list', listId: theirWork.list, first: 10 },
    },
    reveal: { category: 'people', ids: [theirWork.note], agreed: 0 },
    ...reachingInputs(person),
  })

  const callAs = (
    name: string,
    call: Endpoint,
    orgId: string,
    as: { orgId: string; role: string },
  ) => {
    const input = inputs()[name] ?? {}
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      part === 'orgId'
        ? orgId
        : part === 'category'
          ? 'people'
          : part === 'kind'
            ? 'saved'
            : part === 'id' && call.path !== '/records/people/{id}'
              ? theirIdIn(name)
              : person,
    )
    const query = Object.entries(input).map(([part, value]) => `${part}=${String(value)}`)
    const get = call.method === 'GET'
    return test.ask(
      call.method,
      get && query.length > 0 ? `${path}?${query.join('&')}` : path,
      get ? undefined : input,
      { as, headers: mutates(call) ? { 'idempotency-key': crypto.randomUUID() } : {} },
    )
  }

  // Its operator sees which organisations have a flag; others are refused it (installation.test.ts).
  const forMembers = Object.entries<Endpoint>(api).filter(([name]) => name !== 'installation')

  it.each(forMembers)('is absent from %s', async (name, call) => {
    for (const role of roles)
      for (const orgId of [harbour.id, southern.id]) {
        const answer = await callAs(name, call, orgId, { orgId: harbour.id, role })
        expect(answer.status).toBeLessThan(500)
        expect(JSON.stringify([answer.body, answer.headers])).not.toContain(canary)
        calls += 1
      }
  })

  it.each(Object.entries<Endpoint>(api).filter(([, call]) => call.path.includes('{id}')))(
    'gets the same answer in %s as an unknown id',
    async (name, call) => {
      const as = { orgId: 'org_third', role: 'admin', userId: 'user_third' }
      const { id: _, ...input } = { id: null, ...inputs()[name] }
      const said = async (id: string) => {
        const path = call.path
          .replace('{id}', id)
          .replace('{category}', 'people')
          .replace('{kind}', 'saved')
        const query = Object.entries(input).map(([part, value]) => `${part}=${String(value)}`)
        const { status, body } = await test.ask(
          call.method,
          call.method === 'GET' ? `${path}?${query.join('&')}` : path,
          call.method === 'GET' ? undefined : input,
          { as, headers: mutates(call) ? { 'idempotency-key': crypto.randomUUID() } : {} },
        )
        calls += 1
        const rest = { ...body, instance: '', requestId: '' }
        return { status, rest: JSON.stringify(rest).replaceAll(id, 'id') }
      }
      // Records of the market are shared.
      if (call.path.startsWith('/records/') || name === 'signalsOf') return
      expect(await said(theirIdIn(name))).toEqual(await said(crypto.randomUUID()))
    },
  )

  it('is visible to its own organisation, so that the checks above can fail', async () => {
    const own = { orgId: southern.id, role: 'admin' }
    const seen: string[] = []
    const calls = Object.entries<Endpoint>(api)
    // Calls that change or delete come last.
    for (const [name, call] of calls.toSorted(([, a], [, b]) => +mutates(a) - +mutates(b))) {
      const answer = await callAs(name, call, southern.id, own)
      if (JSON.stringify(answer.body).includes(canary)) seen.push(name)
    }
    expect(seen.sort()).toEqual([
      'activities',
      'addFollowUp',
      'addFound',
      'addNote',
      'addVisit',
      'addWashed',
      'agents',
      'beginWash',
      'changeMembers',
      'changes',
      'createAgent',
      'createList',
      'createUpload',
      'customerFeatures',
      'customerInfo',
      'decideReview',
      'decideRows',
      'doNotCall',
      'downloadHistory',
      'downloadRequest',
      'exportTemplates',
      'filterOptions',
      'finishWash',
      'homepage',
      'ledger',
      'list',
      'listRecords',
      'listSeen',
      'listUpload',
      'lists',
      'matchUpload',
      'notices',
      'optionLabels',
      'organisationData',
      'patchList',
      'patchSearch',
      'person',
      'pushDevices',
      'recentQuickView',
      'recentSearches',
      'records',
      'renameSearch',
      'reportWrong',
      'requestDownload',
      'saveSearch',
      'savedQuickView',
      'savedSearches',
      'searchFilterOptions',
      'searchOfKind',
      'searchSeen',
      'setMemberCap',
      'shareSearch',
      'syncRecords',
      'takeBack',
      'updateCustomer',
      'updateSearch',
      'upload',
      'uploadPreview',
      'uploadRows',
      'uploads',
      'workFile',
    ])
  })

  it('unlocks nothing, narrows nothing and counts nothing for others', async () => {
    const mine = await test.ask('GET', `/records/people/${person}`)
    const theirs = await test.ask('GET', `/records/people/${person}`, undefined, {
      as: { orgId: southern.id },
    })
    expect(theirs.body.mobile.value).toBeTypeOf('string')
    expect(mine.body).toMatchObject({ unlocked: false, lists: [] })
    expect(mine.body.mobile.value).toBeUndefined()
    const filters = { 'cus-list': [theirWork.list] }
    const found = await test.ask('POST', '/records', { category: 'people', filters })
    expect(found.body.total).toBe(0)
    const { body } = await test.ask('POST', '/records/counts', {
      category: 'people',
      identifiers: ['cus-downloaded', 'cus-list'],
      values: filters,
    })
    expect(body.counts).toEqual({
      'cus-downloaded': { Yes: 0 },
      'cus-list': { [theirWork.list]: 0 },
    })
  })

  it('is not reachable with its Idempotency-Key', async () => {
    const message = { kind: 'idea', message: 'ours', page: 'ours' }
    const answer = await test.ask('POST', '/feedback', message, {
      headers: { 'idempotency-key': key },
    })
    expect(answer.status).toBe(201)
    const rows = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('feedback').select('message').execute(),
    )
    expect(rows.map((row) => row.message)).not.toContain(canary)
    expect(rows.map((row) => row.message)).toContain('ours')
  })

  it('accepts no row of others: the database refuses it', async () => {
    const stolen = { org_id: southern.id, category: 'people' as const, record_id: person }
    for (const table of [
      'unlock',
      'record_activity',
      'feedback',
      'customer',
      'subscription',
      'member',
      'member_change',
      'credit_account',
      'credit_lot',
      'credit_entry',
      'credit_spender',
    ] as const)
      expect(
        await test.db.asOrg(harbour.id, (trx) =>
          trx.selectFrom(table).selectAll().where('org_id', '=', southern.id).execute(),
        ),
      ).toEqual([])
    await expect(
      test.db.asOrg(harbour.id, (trx) =>
        trx
          .insertInto('record_activity')
          .values({ ...stolen, kind: 'cus-downloaded', value: 'x' })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('is not reachable by cursors, files or results', async () => {
    const theirs = { orgId: southern.id, role: 'admin', userId: 'user_alex' }
    const mine = { orgId: harbour.id, role: 'admin', userId: 'user_alex' }
    const page = { size: 1, filters: {} }
    const cursors: string[] = []
    for (const path of ['/sync/changes?limit=1', `/sync/records?list=${theirWork.list}&limit=1`])
      cursors.push((await test.ask('GET', path, undefined, { as: theirs })).body.cursor)
    cursors.push(
      (await test.ask('POST', `/lists/${theirWork.list}/records`, page, { as: theirs })).body
        .cursor,
    )
    const seen: unknown[] = []
    for (const cursor of cursors.filter((value) => value !== null)) {
      const text = encodeURIComponent(cursor)
      for (const path of [
        `/sync/changes?since=${text}`,
        `/sync/records?list=${theirWork.list}&cursor=${text}`,
        `/sync/records?list=${theirWork.list}&since=${text}`,
      ])
        seen.push((await test.ask('GET', path, undefined, { as: mine })).body)
    }
    const member = memberOf(test, mine)
    const { body } = await member.write('POST', '/download/request', {
      category: 'people',
      source: { kind: 'ids', ids: [person] },
      agreed: 1,
    })
    await test.work()
    for (const what of ['file', 'results']) {
      const link = await member.write('POST', `/download/request/${body.requestId}/link`, { what })
      const file = await test.app.inject({ url: link.body.url })
      expect(file.statusCode).toBe(200)
      seen.push(file.body, file.headers)
    }
    expect(cursors.length).toBe(3)
    expect(JSON.stringify(seen)).not.toContain(canary)
  })

  it(
    `stays hidden under its ids anywhere in a call (seed ${seed}, ${randomCalls} calls)`,
    async () => {
      const random = chance(seed)
      const ids = [...Object.values(theirWork), person, southern.id]
      const mixed = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(mixed)
        if (typeof value === 'object' && value !== null)
          return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mixed(item)]))
        return typeof value === 'string' && random.is(0.2) ? random.of(ids) : value
      }
      const all = Object.entries<Endpoint>(api)
      for (let n = 0; n < randomCalls; n += 1) {
        const [name, call] = random.of(all)
        const input = mixed({
          ...inputs()[name],
          ...(random.is(0.2) ? { id: random.of(ids) } : {}),
        })
        const path = call.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
          part === 'category' ? 'people' : part === 'kind' ? 'saved' : random.of(ids),
        )
        const get = call.method === 'GET'
        const query = Object.entries(input as object).map(
          ([part, value]) => `${part}=${encodeURIComponent(String(value))}`,
        )
        const answer = await test.ask(
          call.method,
          get ? `${path}?${query.join('&')}` : path,
          get ? undefined : input,
          {
            as: { orgId: harbour.id, role: random.of(roles), userId: `user_${random.whole(5)}` },
            headers: mutates(call) ? { 'idempotency-key': crypto.randomUUID() } : {},
          },
        )
        calls += 1
        expect(answer.status).toBeLessThan(500)
        expect(JSON.stringify([answer.body, answer.headers])).not.toContain(canary)
      }
    },
    60_000 + randomCalls * 150,
  )

  it('is absent from the log', () => {
    expect(logged.length).toBeGreaterThan(randomCalls)
    expect(logged.filter((line) => line.includes(canary))).toEqual([])
    reportPromise({
      promise: 'I11',
      check:
        "calls with another organisation's ids, cursors and keys; bodies, headers, files, logs",
      volume: calls,
      goal: 100_000,
      seed,
      figures: { canaries: 0, differences: 0 },
    })
  })
})
