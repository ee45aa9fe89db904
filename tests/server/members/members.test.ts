import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClerkBackend, Roster } from '../../../server/platform/vendors/clerk-backend.ts'
import { openContacts } from '../../../server/members/contacts.ts'
import type { Identity } from '../../../server/platform/http/identity.ts'
import { harbour, southern, startTestApp, type Someone, type TestApp } from '../../kit/app.ts'
import {
  clerkEvent,
  deliver,
  membershipData,
  newWebhookSecret,
  organisationData,
} from '../../kit/clerk/webhooks.ts'

const secret = newWebhookSecret()
const minute = 60_000

type Clerk = {
  roster: Roster | Error
  rosterCalls: number
  renamed: string[]
  refusesNames: boolean
}

let test: TestApp
let clerk: Clerk
let now = Date.now()
const removed: string[] = []

beforeAll(async () => {
  test = await startTestApp({
    companies: 0,
    parts: {
      webhookSecrets: [secret],
      now: () => now,
      clerk: clerkOf(() => clerk),
      onMemberRemoved: [
        (orgId, userId) => {
          removed.push(`${orgId}/${userId}`)
          return Promise.resolve()
        },
      ],
    },
  })
  now = Date.now()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.app.settled()
  // After a minute the cache expires.
  now += 2 * minute
  clerk = { roster: new Error('offline'), rosterCalls: 0, renamed: [], refusesNames: false }
  removed.length = 0
})

describe('members', () => {
  it('are stored from their first token and updated at most once a minute', async () => {
    const as: Someone = { orgId: 'org_first', userId: 'user_new', role: 'org:basic_member' }
    await settled(() => test.ask('GET', '/customer/features', undefined, { as }))
    const first = await memberRow('org_first', 'user_new')
    expect(first).toMatchObject({ role: 'standard', removed_at: null, cap: null, name: '' })
    expect(first?.last_seen?.getTime()).toBe(now)

    now += minute - 1
    await settled(() => test.ask('GET', '/customer/features', undefined, { as }))
    expect(await memberRow('org_first', 'user_new')).toEqual(first)
    now += 1
    await settled(() => test.ask('GET', '/customer/features', undefined, { as }))
    expect((await memberRow('org_first', 'user_new'))?.last_seen?.getTime()).toBe(now)
  })

  it('have the role of their latest token', async () => {
    const startedAt = Date.now()
    const as = (role: string, issuedAt: number): Someone => ({
      orgId: 'org_roles',
      userId: 'user_r',
      role,
      issuedAt,
    })
    const visit = (someone: Someone) =>
      settled(() => test.ask('GET', '/customer/features', undefined, { as: someone }))
    await visit(as('org:basic_member', startedAt - 30_000))
    await visit(as('org:admin', startedAt - 20_000))
    expect((await memberRow('org_roles', 'user_r'))?.role).toBe('admin')
    now += minute
    await visit(as('org:basic_member', startedAt - 25_000))
    expect((await memberRow('org_roles', 'user_r'))?.role).toBe('admin')
  })

  it('enter again without a read or a write', async () => {
    const work: string[] = []
    const db = {
      ...test.db,
      asOrg: ((orgId, run) => {
        work.push(orgId)
        return test.db.asOrg(orgId, run)
      }) satisfies typeof test.db.asOrg,
    }
    const contacts = openContacts({ db, now: () => now })
    const me = identity('org_often', 'user_often', Date.now())
    for (let visit = 0; visit < 50; visit += 1) expect(await contacts.admits(me)).toBe(true)
    await contacts.settled()
    expect(work).toHaveLength(2)
  })

  it('enter with a valid token while the database is unavailable', async () => {
    const db = { ...test.db, asOrg: () => Promise.reject(new Error('down')) }
    const contacts = openContacts({ db, now: () => now })
    expect(await contacts.admits(identity('org_down', 'user_down', Date.now()))).toBe(true)
  })

  it('are refused with a valid token once Clerk has reported their removal', async () => {
    const leaver = { orgId: harbour.id, userId: 'user_leaver', role: 'org:basic_member' }
    const stayer = { ...leaver, userId: 'user_stayer' }
    const ask = (as: Someone) => test.ask('GET', '/customer/features', undefined, { as })
    await settled(() => ask(leaver))
    expect((await ask(leaver)).status).toBe(200)
    const organisation = organisationData(harbour.id, 'Harbour', Date.now() - 1000)
    const membership = (at: number) =>
      membershipData({ organisation, userId: leaver.userId, name: 'Lea', role: leaver.role, at })
    const ended = Date.now()
    await deliver(
      test,
      clerkEvent('organizationMembership.deleted', membership(ended - 90_000), ended),
      { secret },
    )
    const refused = await ask(leaver)
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await ask(stayer)).status).toBe(200)
    expect((await ask({ ...leaver, orgId: southern.id })).status).toBe(200)
    expect(removed).toEqual([`${harbour.id}/user_leaver`])

    // A new process reads it from the table.
    const contacts = openContacts({ db: test.db, now: () => now })
    expect(await contacts.admits(identity(harbour.id, leaver.userId, ended - 1000))).toBe(false)

    // Clerk issues an organisation's tokens to its members only.
    const again = { ...leaver, issuedAt: ended + 30_000 }
    await settled(() => ask(again))
    expect((await ask(again)).status).toBe(200)
    expect((await memberRow(harbour.id, leaver.userId))?.removed_at).toBeNull()
  })
})

describe('the member list from Clerk', () => {
  const listed = (orgId: string, ...people: [string, string, string][]): Roster => ({
    organisation: { name: `Name of ${orgId}`, at: Date.now() - minute },
    members: people.map(([userId, name, role]) => ({
      userId,
      name,
      email: `${userId}@fieldbook.example`,
      role,
      at: Date.now() - minute,
    })),
  })
  const info = (orgId: string) =>
    test.ask('GET', '/customer/info', undefined, { as: { orgId, userId: 'user_ann' } })

  it('is awaited the first time, so that a new organisation is not shown empty', async () => {
    clerk.roster = listed(
      'org_list',
      ['user_zoe', 'Zoe', 'org:basic_member'],
      ['user_ann', 'Ann', 'org:admin'],
      ['user_gus', '', 'org:guest'],
    )
    const { body } = await info('org_list')
    expect(body.customer).toMatchObject({ id: 'org_list', name: 'Name of org_list' })
    expect(body.members).toMatchObject([
      { userId: 'user_ann', name: 'Ann', role: 'admin', cap: null, disabled: [] },
      { userId: 'user_gus', name: 'user_gus@fieldbook.example', role: 'other' },
      { userId: 'user_zoe', name: 'Zoe', role: 'standard', lastSeen: null },
    ])
    expect(clerk.rosterCalls).toBe(1)
    await info('org_list')
    expect(clerk.rosterCalls).toBe(1)
  })

  it('removes missing members, restores returning ones and keeps their cap', async () => {
    const ann: [string, string, string] = ['user_ann', 'Ann', 'org:admin']
    const bob: [string, string, string] = ['user_bob', 'Bob', 'org:basic_member']
    clerk.roster = listed('org_less', ann, bob)
    await info('org_less')
    await setCap('org_less', 'user_bob', { cap: 5, disabled: ['push'] })
    now += 2 * minute
    clerk.roster = listed('org_less', ann)
    await settled(() => info('org_less'))
    expect((await info('org_less')).body.members).toHaveLength(1)
    expect(removed).toEqual(['org_less/user_bob'])
    expect(await setCap('org_less', 'user_bob', { cap: 6, disabled: [] })).toMatchObject({
      status: 404,
    })
    now += 2 * minute
    clerk.roster = listed('org_less', ann, bob)
    for (const member of clerk.roster.members) member.at = now
    await settled(() => info('org_less'))
    expect((await info('org_less')).body.members[1]).toMatchObject({ cap: 5, disabled: ['push'] })
  })

  it('is ignored if it is empty', async () => {
    clerk.roster = listed('org_empty', ['user_ann', 'Ann', 'org:admin'])
    await info('org_empty')
    now += 2 * minute
    clerk.roster = { organisation: null, members: [] }
    await settled(() => info('org_empty'))
    expect((await info('org_empty')).body.members).toHaveLength(1)
  })

  it('falls back to stored members while Clerk is unreachable', async () => {
    clerk.roster = listed('org_off', ['user_ann', 'Ann', 'org:admin'])
    await info('org_off')
    now += 2 * minute
    clerk.roster = new Error('offline')
    const { status, body } = await info('org_off')
    expect(status).toBe(200)
    expect(body.members).toMatchObject([{ name: 'Ann' }])
    const unknown = await test.ask('GET', '/customer/info', undefined, {
      as: { orgId: 'org_never_seen' },
    })
    expect(unknown).toMatchObject({ status: 200, body: { customer: { name: '' } } })
  })

  it('does not replace a newer name from a webhook', async () => {
    clerk.roster = listed('org_named', ['user_ann', 'Ann', 'org:admin'])
    await info('org_named')
    const at = Date.now()
    const named = organisationData('org_named', 'Newer', at)
    await deliver(test, clerkEvent('organization.updated', named, at), { secret })
    now += 2 * minute
    await settled(() => info('org_named'))
    expect((await info('org_named')).body.customer.name).toBe('Newer')
  })
})

describe('a member’s cap', () => {
  it('is set by an admin, visible to all, sent to its user and recorded once', async () => {
    await settled(() => as(harbour.id, 'user_alex'))
    await settled(() => as(harbour.id, 'user_sam', 'basic_member'))
    const key = crypto.randomUUID()
    const body = { cap: 200, disabled: ['push', 'download', 'push'] }
    for (const _ of [1, 2])
      expect(await setCap(harbour.id, 'user_sam', body, key)).toMatchObject({
        status: 200,
        body: { userId: 'user_sam', cap: 200, disabled: ['download', 'push'], role: 'standard' },
      })
    // The same values under another key change nothing and add no record.
    await setCap(harbour.id, 'user_sam', { cap: 200, disabled: ['download', 'push'] })
    const changes = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('member_change').selectAll().execute(),
    )
    expect(changes).toMatchObject([
      {
        by_user: 'user_alex',
        user_id: 'user_sam',
        change: {
          from: { cap: null, disabled: [] },
          to: { cap: 200, disabled: ['download', 'push'] },
        },
      },
    ])
    const mine = await as(harbour.id, 'user_sam', 'basic_member', '/customer/metadata')
    expect(mine.body.metadata.caps).toEqual({ cap: 200, disabled: ['download', 'push'] })
    const theirs = await as(harbour.id, 'user_alex', 'admin', '/customer/metadata')
    expect(theirs.body.metadata.caps).toEqual({ cap: null, disabled: [] })
    await setCap(harbour.id, 'user_sam', { cap: null, disabled: [] })
    const info = await as(harbour.id, 'user_alex', 'admin', '/customer/info')
    const sam = info.body.members.find((member: { userId: string }) => member.userId === 'user_sam')
    expect(sam).toMatchObject({ cap: null, disabled: [] })
  })

  it('refuses negative, fractional and too large values and unknown acts', async () => {
    for (const body of [
      { cap: -1, disabled: [] },
      { cap: 1_000_001, disabled: [] },
      { cap: 1.5, disabled: [] },
      { cap: '5', disabled: [] },
      { disabled: [] },
      { cap: 5 },
      { cap: 5, disabled: ['fly'] },
    ])
      expect((await setCap(harbour.id, 'user_sam', body)).status).toBe(422)
  })

  it('returns 404 for another organisation’s or an unknown user', async () => {
    await settled(() => as(southern.id, 'user_kiri'))
    for (const userId of ['user_kiri', 'user_of_nobody', '%00', 'x'.repeat(300)])
      expect((await setCap(harbour.id, userId, { cap: 1, disabled: [] })).status).not.toBe(200)
    const foreign = await setCap(harbour.id, 'user_kiri', { cap: 1, disabled: [] })
    const missing = await setCap(harbour.id, 'user_of_nobody', { cap: 1, disabled: [] })
    expect(foreign.status).toBe(404)
    const same = { requestId: '', instance: '' }
    expect({ ...foreign.body, ...same }).toEqual({ ...missing.body, ...same })
    expect((await memberRow(southern.id, 'user_kiri'))?.cap).toBeNull()
  })

  it('leaves a record that the application role cannot change', async () => {
    const change = test.db.asOrg(harbour.id, (trx) =>
      trx.updateTable('member_change').set({ by_user: 'user_x' }).execute(),
    )
    await expect(change).rejects.toMatchObject({ code: '42501' })
    const removal = test.db.asOrg(harbour.id, (trx) => trx.deleteFrom('member_change').execute())
    await expect(removal).rejects.toMatchObject({ code: '42501' })
  })
})

const settled = async <T>(work: () => Promise<T>): Promise<T> => {
  const result = await work()
  await test.app.settled()
  return result
}

const as = (orgId: string, userId: string, role = 'admin', path = '/customer/features') =>
  test.ask('GET', path, undefined, { as: { orgId, userId, role } })

const setCap = (orgId: string, userId: string, body: object, key: string = crypto.randomUUID()) =>
  test.ask('PUT', `/customer/members/${userId}/cap`, body, {
    as: { orgId, userId: orgId === harbour.id ? 'user_alex' : 'user_ann' },
    headers: { 'idempotency-key': key },
  })

const memberRow = (orgId: string, userId: string) =>
  test.db.asOrg(orgId, (trx) =>
    trx.selectFrom('member').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  )

const identity = (orgId: string, userId: string, issuedAt: number): Identity => ({
  orgId,
  userId,
  issuedAt,
  role: 'standard',
  sessionId: 'sess_1',
})

const clerkOf = (state: () => Clerk): ClerkBackend => ({
  roster: () => {
    const { roster } = state()
    state().rosterCalls += 1
    return roster instanceof Error ? Promise.reject(roster) : Promise.resolve(roster)
  },
  rename: (_, name) => {
    if (state().refusesNames) return Promise.reject(new Error('offline'))
    state().renamed.push(name)
    return Promise.resolve(now)
  },
  limitMembers: () => Promise.resolve(),
})
