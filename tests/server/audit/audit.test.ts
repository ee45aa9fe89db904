import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, sealOf } from '../../../server/audit/audit.ts'
import { verifyChain } from '../../../server/audit/verify.ts'
import { learnMembership } from '../../../server/members/membership.ts'
import { handleLeavers } from '../../../server/members/member-removal.ts'
import { harbour, southern, startTestApp, type Someone, type TestApp } from '../../kit/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ companies: 20, people: 40 })
})
afterAll(() => test.close())

const send = (
  method: 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  path: string,
  body?: object,
  as?: Someone,
) =>
  test.ask(method, path, body, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    ...(as && { as }),
  })
const entries = async (query = '', as?: Someone) => {
  const { status, body } = await test.ask(
    'GET',
    `/audit${query}`,
    undefined,
    as === undefined ? {} : { as },
  )
  expect(status).toBe(200)
  return body
}
const last = async () => (await entries('?size=1')).entries[0]
const people = async (size: number): Promise<string[]> => {
  const { body } = await test.ask('POST', '/records', { category: 'people', size: 25 })
  return body.records.slice(0, size).map(({ id }: { id: string }) => id)
}

describe('the audit log', () => {
  it('records who changed a policy, both values, request and address, and skips empty changes', async () => {
    const { headers } = await send('PUT', '/customer/update', {
      data: { policies: { dncPolicy: 'flag' } },
    })
    expect(await last()).toMatchObject({
      act: 'policies',
      subject: 'dncPolicy',
      details: { value: 'flag', valueBefore: 'hide' },
      userId: 'user_alex',
      requestId: headers['x-request-id'],
      ip: '127.0.0.1',
    })
    const before = await last()
    await send('PUT', '/customer/update', { data: { policies: { dncPolicy: 'flag' } } })
    await send('PUT', '/customer/update', { data: { website: 'https://harbour.example' } })
    expect(await last()).toEqual(before)
  })

  it('records changed caps and disabled acts', async () => {
    await test.db.asOrg(harbour.id, (trx) =>
      learnMembership(trx, harbour.id, { userId: 'user_sam', role: 'standard', at: Date.now() }),
    )
    await send('PUT', '/customer/members/user_sam/cap', { cap: 40, disabled: ['push', 'enrich'] })
    expect(await last()).toMatchObject({
      act: 'member-limits',
      subject: 'user_sam',
      details: { cap: 40, capBefore: null, disabled: 'enrich, push', disabledBefore: '' },
    })
  })

  it('records changed roles and members who left, whatever the source', async () => {
    const at = Date.now()
    const learn = (fact: { role: 'admin' | 'standard'; at: number; endedAt?: number }) =>
      test.db.asOrg(harbour.id, (trx) =>
        handleLeavers(trx, harbour.id, [], async () => {
          await learnMembership(trx, harbour.id, { userId: 'user_kim', ...fact })
        }),
      )
    await learn({ role: 'standard', at })
    const before = await entries()
    await learn({ role: 'admin', at: at + 1000 })
    expect(await last()).toMatchObject({
      act: 'member-role',
      subject: 'user_kim',
      details: { role: 'admin', roleBefore: 'standard' },
      userId: null,
      ip: null,
    })
    await learn({ role: 'admin', at: at + 1000, endedAt: at + 2000 })
    expect(await last()).toMatchObject({ act: 'member-left', subject: 'user_kim', userId: null })
    await learn({ role: 'admin', at: at + 1000, endedAt: at + 2000 })
    expect((await entries()).total).toBe(before.total + 2)
  })

  it('records a role from a token', async () => {
    const as = (role: string, age: number): Someone => ({
      orgId: 'org_tokens',
      userId: 'user_t',
      role,
      issuedAt: Date.now() - age,
    })
    await test.ask('GET', '/customer/features', undefined, { as: as('org:basic_member', 30_000) })
    await test.app.settled()
    await test.ask('GET', '/customer/features', undefined, { as: as('org:admin', 10_000) })
    await test.app.settled()
    const { body } = await test.ask('GET', '/audit', undefined, { as: as('org:admin', 10_000) })
    expect(body.entries).toMatchObject([
      { act: 'member-role', subject: 'user_t', details: { role: 'admin', roleBefore: 'standard' } },
    ])
  })

  it('records suppression lists: created, records added and removed, deleted', async () => {
    const ids = await people(3)
    const before = (await entries()).total
    const { body: list } = await send('POST', '/lists', {
      name: 'Never again',
      category: 'people',
      kind: 'suppression',
      recordIds: ids.slice(0, 2),
    })
    await send('POST', `/lists/${list.id}/members`, { add: ids, remove: [] })
    await send('POST', `/lists/${list.id}/members`, { add: [], remove: ids.slice(0, 1) })
    await send('DELETE', `/lists/${list.id}`)
    const { total, entries: suppressions } = await entries('?act=suppression')
    expect(total).toBe(5)
    expect(suppressions.map((entry: { details: object }) => entry.details).toReversed()).toEqual([
      { change: 'made' },
      { change: 'records', category: 'people', added: 2, removed: 0 },
      { change: 'records', category: 'people', added: 1, removed: 0 },
      { change: 'records', category: 'people', added: 0, removed: 1 },
      { change: 'deleted', records: 2 },
    ])
    expect((await entries()).total).toBe(before + 5)
  })

  it('records sharing of lists and searches, and nothing about private ones', async () => {
    const list = await send('POST', '/lists', { name: 'Mine', category: 'company' })
    const { total } = await entries('?act=sharing')
    expect(total).toBe(0)
    const path = `/lists/${list.body.id}`
    for (const baseVersion of [1, 2])
      await send('PATCH', path, { baseVersion, changes: { shared: true } })
    await send('PATCH', path, { baseVersion: 2, changes: { shared: false } })
    const search = await send('POST', '/search/save', {
      category: 'people',
      name: 'Ours',
      shared: true,
    })
    const sharings = (await entries('?act=sharing')).entries.toReversed()
    expect(sharings).toMatchObject([
      { subject: list.body.id, details: { what: 'list', category: 'company', shared: true } },
      { subject: list.body.id, details: { what: 'list', category: 'company', shared: false } },
      { subject: search.body.id, details: { what: 'search', category: 'people', shared: true } },
    ])
    expect(JSON.stringify(sharings)).not.toContain('Mine')
  })

  it('filters by act, user and days, and pages from the newest', async () => {
    const all = await entries('?size=100')
    expect(all.entries.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: all.total }, (_, index) => all.total - index),
    )
    const second = await entries('?size=3&from=3')
    expect(second.entries).toEqual(all.entries.slice(3, 6))
    const mine = await entries('?userId=user_alex&size=100')
    expect(mine.entries).toEqual(
      all.entries.filter((entry: { userId: string | null }) => entry.userId === 'user_alex'),
    )
    const day = all.entries[0].at.slice(0, 10)
    expect((await entries(`?since=${day}&until=${day}`)).total).toBeGreaterThan(0)
    expect((await entries('?until=2020-01-01')).total).toBe(0)
    const newest = Date.parse(all.entries[0].at)
    const after = (ms: number) => new Date(newest + ms).toISOString()
    expect((await entries(`?since=${after(0)}`)).total).toBeGreaterThan(0)
    expect((await entries(`?since=${after(1)}`)).total).toBe(0)
    expect((await entries(`?until=${after(1)}`)).total).toBe(all.total)
    expect((await entries(`?until=${after(0)}`)).total).toBeLessThan(all.total)
    expect((await entries('?since=2099-01-01')).total).toBe(0)
    const { status, body } = await test.ask('GET', '/audit?act=sneezed&since=yesterday')
    expect(status).toBe(422)
    expect(
      [...new Set(body.errors.map((each: { pointer: string }) => each.pointer))].sort(),
    ).toEqual(['/act', '/since'])
  })

  it('exports a CSV file without formulas', async () => {
    await test.db.asOrg(southern.id, (trx) =>
      audit(
        trx,
        { orgId: southern.id, userId: '=cmd|calc' },
        { act: 'sharing', subject: '@SUM(A1)', details: { '+1': '-2' } },
      ),
    )
    const { body } = await test.ask('GET', '/audit/file', undefined, {
      as: { orgId: southern.id },
    })
    expect(body).toMatchObject({ name: 'fieldbook-audit-2026-03-03.csv', rows: 1, total: 1 })
    const [head, line, end] = body.csv.split('\r\n')
    expect(head.startsWith('\ufeff"No.","When (UTC)","Who"')).toBe(true)
    expect(line).toContain(`,"'=cmd|calc","Changed sharing","'@SUM(A1)","'+1: -2",`)
    expect(end).toBe('')
  })

  it('is visible to admins of its organisation only', async () => {
    const standard = await test.ask('GET', '/audit', undefined, {
      as: { role: 'org:basic_member', userId: 'user_std' },
    })
    expect(standard.status).toBe(403)
    const { entries: theirs } = await entries('', { orgId: southern.id })
    expect(theirs).toHaveLength(1)
  })

  it('cannot be changed or deleted by the application role', async () => {
    for (const change of [
      sql`update audit_entry set subject = 'x'`,
      sql`delete from audit_entry`,
      sql`delete from audit_head`,
    ])
      await expect(test.db.asOrg(harbour.id, (trx) => change.execute(trx))).rejects.toThrow(
        /permission denied/,
      )
  })
})

describe('the hash chain of the audit log', () => {
  const org = 'org_chain'
  const write = (n: number) =>
    test.db.asOrg(org, (trx) =>
      audit(trx, { orgId: org, userId: 'u' }, { act: 'sharing', subject: `entry ${n}` }),
    )
  const verdict = () => test.db.asOrg(org, verifyChain)
  const tampered = async (change: ReturnType<typeof sql>) => {
    const copy = await test.db.owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.org', ${org}, true)`.execute(trx)
      await sql`create table kept_entry as select * from audit_entry`.execute(trx)
      await sql`create table kept_head as select * from audit_head`.execute(trx)
      await change.execute(trx)
      return true
    })
    const found = await verdict()
    await test.db.owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.org', ${org}, true)`.execute(trx)
      for (const statement of [
        sql`delete from audit_entry where org_id = ${org}`,
        sql`delete from audit_head where org_id = ${org}`,
        sql`insert into audit_entry select * from kept_entry where org_id = ${org}`,
        sql`insert into audit_head select * from kept_head where org_id = ${org}`,
        sql`drop table kept_entry`,
        sql`drop table kept_head`,
      ])
        await statement.execute(trx)
    })
    expect(copy).toBe(true)
    return found
  }
  beforeAll(async () => {
    // Concurrent writers are serialised: no number is skipped or used twice.
    await Promise.all(Array.from({ length: 12 }, (_, n) => write(n + 1)))
  })

  it('is intact without changes, also when it is empty', async () => {
    expect(await verdict()).toEqual({ entries: 12, brokenAt: null })
    expect(await test.db.asOrg('org_empty', verifyChain)).toEqual({ entries: 0, brokenAt: null })
    const { body } = await test.ask('GET', '/audit/check')
    expect(body).toEqual({ entries: (await entries()).total, brokenAt: null })
  })

  it.each([
    ['a word of an entry', sql`subject = 'entry 99'`],
    ['who did it', sql`user_id = 'another user'`],
    ['when', sql`at = at + interval '1 millisecond'`],
    ['its details', sql`details = '{"records":1}'`],
    ['where it came from', sql`ip = '10.0.0.1'`],
    ['its seal', sql`hash = repeat('a', 64)`],
  ])('is broken if %s is changed', async (_, set) => {
    const found = await tampered(
      sql`update audit_entry set ${set} where org_id = ${org} and seq = 5`,
    )
    expect(found).toEqual({ entries: 12, brokenAt: 5 })
  })

  it('is broken after an entry that was changed together with its hash', async () => {
    const entry = await test.db.asOrg(org, (trx) =>
      trx.selectFrom('audit_entry').selectAll().where('seq', '=', '5').executeTakeFirstOrThrow(),
    )
    const hash = sealOf({ ...entry, seq: 5, subject: 'forged' })
    const found = await tampered(
      sql`update audit_entry set subject = 'forged', hash = ${hash} where org_id = ${org} and seq = 5`,
    )
    expect(found).toEqual({ entries: 12, brokenAt: 6 })
  })

  it.each([
    ['an entry was removed', sql`delete from audit_entry where org_id = ${org} and seq = 7`, 7],
    ['the end was cut off', sql`delete from audit_entry where org_id = ${org} and seq > 9`, 10],
    ['all of it is gone', sql`delete from audit_entry where org_id = ${org}`, 1],
    [
      'an entry was added to the end',
      sql`insert into audit_entry (org_id, seq, at, act, subject, details, prev_hash, hash)
        select org_id, 13, at, act, subject, details, hash, repeat('a', 64) from audit_entry
        where org_id = ${org} and seq = 12`,
      13,
    ],
    ['its head is gone', sql`delete from audit_head where org_id = ${org}`, 1],
  ])('is broken if %s', async (_, change, brokenAt) => {
    expect((await tampered(change)).brokenAt).toBe(brokenAt)
  })
})

describe('audit entries of paid acts', () => {
  it('record member, number and cost of reveals, downloads and fetched files', async () => {
    const ids = await people(5)
    const revealed = await send('POST', '/records/reveal', {
      category: 'people',
      ids: ids.slice(0, 2),
      agreed: 2,
    })
    expect(revealed.status).toBe(200)
    expect(await last()).toMatchObject({
      act: 'reveal',
      details: { category: 'people', records: 2, credits: 2 },
      userId: 'user_alex',
      ip: '127.0.0.1',
    })
    const request = await send('POST', '/download/request', {
      category: 'people',
      source: { kind: 'ids', ids },
      agreed: 3,
    })
    expect(request.status).toBe(202)
    await test.work()
    const { requestId } = request.body
    expect(await last()).toMatchObject({
      act: 'download',
      subject: requestId,
      details: { category: 'people', records: 5, owned: 2, credits: 3 },
      userId: 'user_alex',
    })
    await send('POST', `/download/request/${requestId}/link`, {})
    expect(await last()).toMatchObject({
      act: 'file',
      subject: requestId,
      details: { what: 'file' },
      ip: '127.0.0.1',
    })
    const { body } = await test.ask('GET', '/audit/check')
    expect(body.brokenAt).toBeNull()
  })
})
