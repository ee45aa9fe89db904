import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '../../../server/credits/audit.ts'
import { operateCredits } from '../../../server/credits/operating.ts'
import { harbour, southern, startTestApp, type Someone, type TestApp } from '../../kit/app.ts'
import { dayMs } from '../../../contract/core/days.ts'

describe('credits', () => {
  let test: TestApp
  let people: string[]
  let emptied = ''
  beforeAll(async () => {
    test = await startTestApp({ companies: 120, people: 300 })
    people = await ids({ category: 'people', filters: { has_mobile: ['Yes'] }, size: 100 })
  })
  afterAll(() => test.close())

  const ids = async (body: object): Promise<string[]> =>
    (await test.ask('POST', '/records', body)).body.records.map(({ id }: { id: string }) => id)
  const send = (method: 'POST' | 'PUT', path: string, body: object, as: Someone = {}) =>
    test.ask(method, path, body, { as, headers: { 'idempotency-key': crypto.randomUUID() } })
  const reveal = (chosen: readonly string[], as: Someone = {}, agreed = chosen.length) =>
    send('POST', '/records/reveal', { category: 'people', ids: chosen, agreed }, as)
  const credits = async (as: Someone = {}) =>
    (await test.ask('GET', '/credits', undefined, { as })).body
  const ledger = async (as: Someone = {}, query = '') =>
    (await test.ask('GET', `/credits/ledger?size=100${query}`, undefined, { as })).body
  const estimate = async (chosen: readonly string[], as: Someone = {}) =>
    (
      await test.ask(
        'POST',
        '/records/estimate',
        { category: 'people', source: { kind: 'ids', ids: chosen } },
        { as },
      )
    ).body
  const next = (count: number): string[] => people.splice(0, count)

  it('shows the fifty credits of a trial everywhere', async () => {
    const as = { orgId: southern.id }
    expect(await credits(as)).toMatchObject({
      balance: 50,
      reserved: 0,
      parts: { subscription: 50, rollover: 0, addon: 0 },
      period: { credits: 50, end: '2026-03-17T00:00:00.000Z' },
      spent: 0,
      notice: null,
    })
    const info = await test.ask('GET', '/customer/info', undefined, { as })
    expect(info.body.credits).toEqual({ balance: 50, reserved: 0 })
    const home = await test.ask('GET', '/homepage', undefined, { as })
    expect(home.body.credits).toEqual({ balance: 50, reserved: 0 })
  })

  it('resolves a search to its first ids in order', async () => {
    const criteria = {
      filters: { has_mobile: ['Yes'] },
      sorting: [{ field: 'name', order: 'desc' }],
    }
    const source = { kind: 'search', first: 12, ...criteria }
    const answer = await test.ask('POST', '/records/ids', { category: 'people', source })
    expect(answer.body.ids).toEqual(await ids({ category: 'people', size: 12, ...criteria }))
    expect(answer.body.ids).toHaveLength(12)
  })

  it('refuses to spend without a plan', async () => {
    const as = { orgId: 'org_without_account' }
    expect(await credits(as)).toMatchObject({ balance: 0, period: null })
    const info = await test.ask('GET', '/customer/info', undefined, { as })
    expect(info.body.credits).toBeNull()
  })

  it('unlocks a person once for the whole organisation and for no other', async () => {
    const [personId = ''] = next(1)
    const before = await credits()
    expect(await estimate([personId])).toMatchObject({ total: 1, owned: 0, chargeable: 1 })
    const paid = await reveal([personId], { userId: 'user_sam', role: 'basic_member' })
    expect(paid).toMatchObject({
      status: 200,
      body: { unlocked: [personId], charged: 1, balance: before.balance - 1, reserved: 0 },
    })
    const seen = await test.ask('GET', `/records/people/${personId}`)
    expect(seen.body.unlocked).toBe(true)
    expect(seen.body.mobile.value).toBeTypeOf('string')
    expect(await estimate([personId])).toMatchObject({ owned: 1, chargeable: 0 })
    expect((await reveal([personId])).body).toMatchObject({ unlocked: [personId], charged: 0 })
    const elsewhere = await test.ask('GET', `/records/people/${personId}`, undefined, {
      as: { orgId: southern.id },
    })
    expect(elsewhere.body).toMatchObject({ unlocked: false })
    expect(elsewhere.body.mobile.value).toBeUndefined()
  })

  it('charges a repeated reveal once and answers with the same bytes', async () => {
    const chosen = next(3)
    const body = { category: 'people', ids: chosen, agreed: 3 }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.ask('POST', '/records/reveal', body, { headers })),
    )
    const [first, ...rest] = answers.map(({ body: answer }) => answer)
    expect(first).toMatchObject({ charged: 3 })
    for (const answer of rest) expect(answer).toEqual(first)
  })

  it('charges a record once when several members reveal it at the same time', async () => {
    const chosen = next(4)
    const before = await credits()
    const answers = await Promise.all(
      ['user_a', 'user_b', 'user_c', 'user_d'].map((userId) => reveal(chosen, { userId })),
    )
    const charged = answers.map(({ body }): number => body.charged)
    expect(charged.reduce((sum, n) => sum + n, 0)).toBe(4)
    expect((await credits()).balance).toBe(before.balance - 4)
  })

  it('estimates owned, suppressed, empty and chargeable records exactly', async () => {
    const [owned = '', hidden = '', empty = '', fresh = ''] = next(4)
    await reveal([owned])
    emptied = empty
    await send('POST', '/lists', {
      name: 'Never',
      category: 'people',
      kind: 'suppression',
      recordIds: [hidden],
    })
    await test.db.owner
      .updateTable('person')
      .set({ contact: '{}' })
      .where('id', '=', empty)
      .execute()
    const chosen = [owned, hidden, empty, fresh, fresh, crypto.randomUUID()]
    const { balance, reserved } = await credits()
    const quote = await estimate(chosen)
    expect(quote).toEqual({
      total: 4,
      owned: 1,
      suppressed: 1,
      empty: 1,
      chargeable: 1,
      balance: balance - reserved,
      after: balance - reserved - 1,
      capLeft: null,
    })
    const paid = await reveal(chosen, {}, quote.chargeable)
    expect(paid.body).toMatchObject({ charged: quote.chargeable, unlocked: [owned, fresh] })
    expect(await estimate(chosen)).toMatchObject({ owned: 2, chargeable: 0, after: balance - 1 })
  })

  it('reveals companies with register facts only for free', async () => {
    const [bare = '', full = ''] = await ids({ category: 'company', size: 2 })
    const { doc } = await test.db.owner
      .selectFrom('company')
      .select('doc')
      .where('id', '=', bare)
      .executeTakeFirstOrThrow()
    const { id, name, status, quality, provenance } = doc
    const registered = {
      id,
      name,
      status,
      quality,
      provenance,
      abn: '51824753556',
      signals_90d: 0,
      trading_names: [],
      domains: [],
      locations: [],
      phones: [],
      mobiles: [],
      emails: [],
      social: {},
      technographics: [],
      keywords: [],
      services: [],
      products: [],
      target_market: [],
      hq: { state: 'WA', postcode: '6000', country: 'Australia' },
    }
    await test.db.owner
      .updateTable('company')
      .set({ doc: JSON.stringify(registered), domain_key: null })
      .where('id', '=', bare)
      .execute()
    const source = { kind: 'ids', ids: [bare, full] }
    const { body } = await test.ask('POST', '/records/estimate', { category: 'company', source })
    expect(body).toMatchObject({ total: 2, empty: 1, chargeable: 1 })
  })

  it('resolves a search or a list to its current first records', async () => {
    const criteria = { filters: { has_email: ['Yes'] }, first: 7 }
    const price = async (source: object) =>
      (await test.ask('POST', '/records/estimate', { category: 'people', source })).body
    expect(await price({ kind: 'search', ...criteria })).toMatchObject({ total: 7 })
    const chosen = next(3)
    const list = await send('POST', '/lists', {
      name: 'Three',
      category: 'people',
      kind: 'static',
      recordIds: chosen,
    })
    const listId: string = list.body.id
    expect(await price({ kind: 'list', listId, first: 10 })).toMatchObject({ total: 3 })
    const others = await test.ask(
      'POST',
      '/records/estimate',
      { category: 'people', source: { kind: 'list', listId, first: 10 } },
      { as: { orgId: southern.id } },
    )
    expect(others.status).toBe(404)
    const upload = await price({ kind: 'upload', uploadId: crypto.randomUUID() })
    expect(upload.code).toBe('not-found')
  })

  it('refuses with the new price when it exceeds what was agreed to', async () => {
    const chosen = next(2)
    const before = await credits()
    const { status, body } = await reveal(chosen, {}, 1)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'price-changed', estimate: { chargeable: 2 } })
    expect(body.estimate).toEqual(await estimate(chosen))
    expect(await credits()).toEqual(before)
  })

  it('returns 402 with needed and balance when credits are missing', async () => {
    const as = { orgId: southern.id }
    const { body } = await test.ask('POST', '/records', { category: 'people', size: 100 }, { as })
    const chosen = body.records
      .filter((person: { work_email?: object }) => person.work_email)
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => id !== emptied)
      .slice(0, 52)
    expect(chosen).toHaveLength(52)
    const short = await reveal(chosen, as)
    expect(short.status).toBe(402)
    expect(short.body).toMatchObject({ code: 'insufficient-credits', needed: 52, balance: 50 })
    expect(await credits(as)).toMatchObject({ balance: 50, reserved: 0, spent: 0 })
    expect((await reveal(chosen.slice(0, 40), as)).body.charged).toBe(40)
    expect(await credits(as)).toMatchObject({ balance: 10, spent: 40, notice: '80' })
    expect((await reveal(chosen.slice(0, 50), as)).body.charged).toBe(10)
    expect(await credits(as)).toMatchObject({ balance: 0, notice: '100' })
    const notices = await test.db.asOrg(southern.id, (trx) =>
      trx.selectFrom('credit_notice').select('share').execute(),
    )
    expect(notices.map(({ share }) => share).sort()).toEqual(['100', '80'])
  })

  it('returns 402 beyond a member’s cap and 403 for a disabled act', async () => {
    const sam = { userId: 'user_sam', role: 'basic_member' }
    await credits(sam)
    await test.app.settled()
    const { spent } = (await credits(sam)).mine
    const set = (cap: number | null, disabled: string[]) =>
      send('PUT', '/customer/members/user_sam/cap', { cap, disabled })
    expect((await set(spent + 2, [])).status).toBe(200)
    const [a = '', b = '', c = ''] = next(3)
    expect(await estimate([a, b, c], sam)).toMatchObject({ chargeable: 3, capLeft: 2 })
    const over = await reveal([a, b, c], sam)
    expect(over.status).toBe(402)
    expect(over.body).toMatchObject({ code: 'cap-reached', needed: 3, left: 2 })
    expect(over.body.detail).toMatch(/^You need 3 credits, and your limit leaves 2 this period\./)
    expect((await reveal([a, b], sam)).body.charged).toBe(2)
    expect((await reveal([c], sam)).body.detail).toMatch(/^You need 1 credit, and your limit/)
    expect((await credits(sam)).mine).toEqual({ spent: spent + 2, reserved: 0, cap: spent + 2 })
    expect((await reveal([c], { userId: 'user_alex' })).body.charged).toBe(1)
    await set(null, ['reveal'])
    const refused = await reveal([a], sam)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'role-forbidden' })
    expect(refused.body.detail).toContain('admin')
    expect(refused.body.detail).toContain('under Users')
    await set(null, [])
  })

  it('lists member, purpose, records and balance in each ledger entry', async () => {
    const [personId = ''] = next(1)
    const before = await credits()
    await reveal([personId], { userId: 'user_sam', role: 'basic_member' })
    const { entries, total } = await ledger()
    expect(total).toBe(entries.length)
    const [commit, reserve] = entries
    const person = await test.ask('GET', `/records/people/${personId}`)
    expect(reserve).toMatchObject({
      kind: 'reserve',
      delta: 0,
      reservedDelta: 1,
      balance: before.balance,
      reserved: before.reserved + 1,
      records: 0,
    })
    expect(commit).toMatchObject({
      kind: 'commit',
      action: 'reveal',
      delta: -1,
      reservedDelta: -1,
      balance: before.balance - 1,
      reserved: before.reserved,
      userId: 'user_sam',
      requestId: reserve.requestId,
      title: person.body.name,
      records: 1,
    })
    const records = await test.ask('GET', `/credits/ledger/${commit.id}/records`)
    expect(records.body).toEqual({
      total: 1,
      records: [{ id: personId, category: 'people', name: person.body.name }],
    })
    expect(entries.at(-1)).toMatchObject({ kind: 'grant', delta: 50, userId: null })
    const sum = entries.reduce((all: number, { delta }: { delta: number }) => all + delta, 0)
    expect(sum).toBe(before.balance - 1)
  })

  it('shows Standard users their own ledger entries only', async () => {
    const sam = { userId: 'user_sam', role: 'basic_member' }
    const own = await ledger(sam, '&userId=user_alex')
    expect(own.total).toBe(0)
    const { entries } = await ledger(sam)
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) expect(entry.userId).toBe('user_sam')
    const all = await ledger({}, '&kind=commit&userId=user_alex')
    const [theirs] = all.entries
    expect(
      (await test.ask('GET', `/credits/ledger/${theirs.id}/records`, undefined, { as: sam }))
        .status,
    ).toBe(404)
    expect(
      (
        await test.ask('GET', `/credits/ledger/${theirs.id}/records`, undefined, {
          as: { orgId: southern.id },
        })
      ).status,
    ).toBe(404)
  })

  it('refunds a dead contact once per record, up to 5 % of a period, and sends more to review', async () => {
    const chosen = next(5)
    await reveal(chosen)
    const report = (recordId: string | undefined, field: string, text: string) =>
      send('POST', '/activities/report', {
        category: 'people',
        recordId,
        field,
        text,
        at: '2026-03-03T00:00:00Z',
      })
    const before = await credits()
    const [a, b, c, d, e] = chosen
    await report(a, 'mobile', 'Mobile: Out of date')
    await report(a, 'position', 'Position: Does not work')
    await report(people[0], 'mobile', 'Mobile: Does not work')
    await test.db.owner
      .updateTable('unlock')
      .set({ at: new Date(Date.now() - 31 * dayMs) })
      .where('record_id', '=', e ?? '')
      .execute()
    await report(e, 'mobile', 'Mobile: Does not work')
    expect((await credits()).balance).toBe(before.balance)
    await report(a, 'mobile', 'Mobile: Does not work')
    await report(a, 'work_email', 'Work email: Does not work')
    expect((await credits()).balance).toBe(before.balance + 1)
    const { entries } = await ledger({}, '&kind=refund')
    const person = await test.ask('GET', `/records/people/${a}`)
    expect(entries[0]).toMatchObject({
      delta: 1,
      userId: 'user_alex',
      title: `${person.body.name}: Mobile doesn’t work`,
    })
    expect(person.body.unlocked).toBe(true)
    await report(b, 'work_email', 'Work email: Does not work')
    await report(c, 'mobile', 'Mobile: Does not work')
    await report(d, 'mobile', 'Mobile: Does not work')
    // 5 % of the trial's fifty are two.
    expect((await credits()).balance).toBe(before.balance + 2)
    const claims = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('credit_claim').select(['record_id', 'outcome']).orderBy('at').execute(),
    )
    expect(claims.map(({ outcome }) => outcome)).toEqual([
      'refunded',
      'refunded',
      'review',
      'review',
    ])
    expect((await credits()).claims).toBe(2)
    expect((await credits({ userId: 'user_sam', role: 'basic_member' })).claims).toBe(0)
    const now = Date.parse('2026-03-03T01:00:00Z')
    const decide = () => operateCredits(test.db, { do: 'refund', organisation: harbour.id }, now)
    expect((await decide())[0]).toMatch(/2 credits back/)
    expect((await decide())[0]).toMatch(/no reports waiting/)
    expect(await credits()).toMatchObject({ balance: before.balance + 4, claims: 0 })
  })

  it('counts spent credits per day and act', async () => {
    const { body } = await test.ask('GET', '/credits/usage?days=30')
    const { spent } = await credits()
    const total = body.days.reduce(
      (sum: number, day: { spent: { reveal?: number } }) => sum + (day.spent.reveal ?? 0),
      0,
    )
    expect(total).toBe(spent)
  })

  it('ends the ledger with the current balance', async () => {
    expect(await auditLedger(test.db)).toEqual([])
    expect((await credits({ orgId: harbour.id })).reserved).toBe(0)
  })
})
