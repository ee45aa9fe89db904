import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CrmFault } from '../../../emulators/crm/core/types.ts'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { saveLinks } from '../../../server/crm/links.ts'
import { harbour } from '../../kit/app.ts'
import {
  canariesIn,
  choosePolicy,
  contactOf,
  plantContacts,
  writePlanted,
  type Kind,
  type Planted,
} from '../../kit/contact.ts'
import { openCrmApp, type CrmApp } from '../../kit/crm/app.ts'
import { chooseOwner, runPush } from '../../kit/crm/push.ts'
import { readRequest, requestDownload } from '../../kit/downloads.ts'
import { colleagues } from '../../kit/saved-work.ts'

describe('what a member reads of a CRM', () => {
  let app: CrmApp
  let people: Planted[]
  beforeAll(async () => {
    app = await openCrmApp(hubspot, startHubspotEmulator, { companies: 10, people: 10 })
    people = await plantContacts(app, ['all'])
    await app.connect()
    await chooseOwner(app)
  })
  afterAll(() => app.close())

  const dryRun = async (some: readonly Planted[]) => {
    const source = { kind: 'ids', ids: some.map(({ id }) => id) }
    const path = `/crm/${hubspot.key}/dry-run`
    const { status, body } = await app.crm('POST', path, { category: 'people', source })
    expect([status, body.problems]).toEqual([200, []])
    return body
  }
  const enter = async ({ contact }: Planted, key: 'work_email' | 'personal_email') => {
    app.emulator.user.add('contacts', { lastname: 'Park', email: contact[key] })
    await app.pass(1)
  }
  const withoutUnlocks = async (work: () => Promise<void>) => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_viewdef('unlocked_contact'::regclass) as text`.execute(app.db.owner)
    const replace = (query: string) =>
      sql.raw(`create or replace view unlocked_contact as ${query}`).execute(app.db.owner)
    await replace('select id, contact from person')
    try {
      await work()
    } finally {
      await replace(rows[0]?.text ?? '')
    }
  }

  it('is the same in a dry run of locked people whether or not the CRM has their addresses', async () => {
    const some = people.slice(0, 3)
    const before = await dryRun(some)
    expect(before.counts).toMatchObject({ created: 3 })
    expect(canariesIn(JSON.stringify(before))).toEqual([])
    for (const [at, key] of (['work_email', 'personal_email'] as const).entries())
      for (const person of some.slice(at, at + 1)) await enter(person, key)
    expect(await dryRun(some)).toEqual(before)
    await withoutUnlocks(async () => {
      // So that the check above can fail.
      expect((await dryRun(some)).counts).toMatchObject({ created: 1, updated: 2 })
    })
  })

  it('includes the record with a person’s address once the person is revealed', async () => {
    const some = people.slice(3, 4)
    for (const person of some) await enter(person, 'work_email')
    const body = { category: 'people', ids: some.map(({ id }) => id), agreed: 1 }
    await colleagues(app).alex.write('POST', '/records/reveal', body)
    expect((await dryRun(some)).counts).toMatchObject({ created: 0, updated: 1 })
  })

  const push = async ({ id }: Planted) => {
    const source = { kind: 'ids', ids: [id] }
    const { alex } = colleagues(app)
    const what = { type: hubspot.key, category: 'people', source }
    const { body } = await requestDownload(alex, what)
    await app.work()
    const rows = await alex.write('POST', `/download/request/${body.requestId}/rows`, {})
    const { credits } = await readRequest(alex, body.requestId)
    return { outcome: rows.body.rows[0].crm.outcome, credits }
  }
  const isUnlocked = async ({ id }: Planted) =>
    (await app.ask('GET', `/records/people/${id}`)).body.unlocked

  it('is paid for by a push that addresses of two records there end, and is revealed', async () => {
    const [person] = people.slice(4, 5)
    if (!person) throw new Error('The market has too few people.')
    for (const key of ['work_email', 'personal_email'] as const) await enter(person, key)
    expect(await push(person)).toEqual({ outcome: 'conflict', credits: 1 })
    expect(await isUnlocked(person)).toBe(true)
    expect(await push(person)).toEqual({ outcome: 'conflict', credits: 0 })
  })

  it('is paid for by a push whose details the CRM was sent and refused', async () => {
    const [person] = people.slice(5, 6)
    if (!person) throw new Error('The market has too few people.')
    const end = app.emulator.faults.begin({ kind: 'row-fails', row: 0, code: 'VALIDATION_ERROR' })
    expect(await push(person)).toEqual({ outcome: 'failed', credits: 1 })
    end()
    expect(await isUnlocked(person)).toBe(true)
    expect(await push(person)).toEqual({ outcome: 'created', credits: 0 })
  })

  it('is the same in a dry run after a push of a locked person ended between match and charge', async () => {
    const some = people.slice(6, 7)
    const before = await dryRun(some)
    const { id: connectionId } = await app.db.owner
      .selectFrom('crm_connection')
      .select('id')
      .executeTakeFirstOrThrow()
    const there = app.emulator.user.add('contacts', { lastname: 'Park' })
    const link = { object: 'contact' as const, id: there, isOurs: false }
    await app.db.asOrg(harbour.id, (trx) =>
      saveLinks(
        trx,
        { orgId: harbour.id, connectionId, at: app.parts.now() },
        some.map(({ id: recordId }) => ({ recordId, ...link })),
      ),
    )
    expect(await dryRun(some)).toEqual(before)
  })

  it('leaves out what is not paid for of people who were free, also if it is found in mid-push', async () => {
    const { alex } = colleagues(app)
    await choosePolicy(alex, 'hide')
    const [paid, listed, bare] = people.slice(7)
    if (!paid || !listed || !bare) throw new Error('There are too few people.')
    const as = (person: Planted, kind: Kind): Planted => ({
      ...person,
      kind,
      contact: contactOf(kind, person.digits),
    })
    await writePlanted(app, [as(listed, 'listed'), as(bare, 'none')])
    const source = { kind: 'ids', ids: [paid, listed, bare].map(({ id }) => id) }
    const what = { type: hubspot.key, category: 'people', source, agreed: 1 }
    const { body } = await requestDownload(alex, what)
    const sent: string[] = []
    await runPush(app, body.requestId, (crm) => ({
      ...crm,
      http: (grant) => async (call) => {
        if (sent.length === 0) await writePlanted(app, [as(bare, 'all')])
        sent.push(JSON.stringify(call))
        return crm.http(grant)(call)
      },
    }))
    expect(await readRequest(alex, body.requestId)).toMatchObject({
      rows: { delivered: 3 },
      credits: 1,
    })
    expect(new Set(canariesIn(sent.join()))).toEqual(new Set([paid.digits]))
  })

  const faults: readonly (CrmFault & { status?: number })[] = [
    { kind: 'failing', status: 200, body: 'html' },
    { kind: 'failing', status: 403, body: 'json' },
    { kind: 'failing', status: 400, body: 'html' },
    { kind: 'failing', status: 503 },
    { kind: 'throttle', limit: 'budget' },
  ]
  it.each(faults)('answers $kind $status of the CRM in words', async (fault) => {
    const end = app.emulator.faults.begin(fault)
    for (const path of ['mapping', 'dry-run']) {
      const more = { category: 'company', source: { kind: 'ids', ids: [crypto.randomUUID()] } }
      const answer = await app.crm(
        'POST',
        `/crm/${hubspot.key}/${path}`,
        path === 'mapping' ? {} : more,
      )
      expect([path, answer.body.code]).toEqual([path, expect.stringMatching(/^crm-/)])
      expect(answer.body.detail).toMatch(/HubSpot/)
    }
    end()
    await app.pass(24 * 60)
  })
})
