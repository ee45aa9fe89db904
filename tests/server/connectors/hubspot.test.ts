import { describe, expect, it } from 'vitest'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { Slow, Unavailable, Uncertain } from '../../../server/connectors/errors.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import type { Activity, Write, Written } from '../../../server/connectors/port.ts'
import { connect, openConnector, signIn } from '../../kit/crm/connect.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import {
  indexLagMs,
  ownKeyOf,
  writeAll,
  writeOf,
  type ConnectorSubject,
} from '../../kit/crm/subject.ts'
import { renewed } from '../../kit/crm/suite-reads.ts'

const start = () => startHubspotEmulator({ env: {} })

const company = (number: number) => ({
  name: `Harbour ${number} Pty Ltd`,
  domain: `harbour-${number}.example`,
  phone: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  industry: 'CONSTRUCTION',
  numberofemployees: String(number),
})

const person = (number: number) => ({
  firstname: 'Kim',
  lastname: `Park ${number}`,
  email: `kim@harbour-${number}.example`,
  jobtitle: 'Manager',
})

const subject: ConnectorSubject = {
  kind: hubspot,
  start,
  records: { company: 'companies', person: 'contacts' },
  company,
  person,
  textField: 'description',
  refused: { ...company(2), industry: 'SHIPPING_BY_BALLOON' },
  keys: {
    company: (number) => [
      { kind: 'own', value: ownKeyOf('company', number) },
      { kind: 'domain', value: company(number).domain },
    ],
    person: (number) => [
      { kind: 'own', value: ownKeyOf('contact', number) },
      { kind: 'email', value: person(number).email },
    ],
  },
  refusesDoubles: true,
  followsMerges: true,
  writePath: '/batch/upsert',
  activityPath: '/notes',
  companyOf: ({ values }) =>
    typeof values['associatedcompanyid'] === 'string' ? values['associatedcompanyid'] : null,
}

describeConnector(subject)

const open = () => connect(hubspot, start)
const openDemo = () => connect(hubspot, () => startHubspotEmulator({ env: {}, seed: 'demo' }))
/** A user who may not make properties. */
const openWithoutOwnKey = async () => {
  const opened = await openConnector(hubspot, start)
  return { ...opened, api: { http: opened.http, grant: await signIn(opened, { user: '11' }) } }
}

const companyWrite = (values: Write['values'], id?: string): Write => ({
  ref: 'row-1',
  object: 'company',
  key: 'c_1',
  values,
  id,
})

const idOf = (written: readonly Written[]): string => {
  const [first] = written
  return first && 'id' in first ? first.id : ''
}

describe('records in HubSpot', () => {
  it('are created once by our own key, also if the same row is sent again', async () => {
    const { connector, api, emulator } = await open()
    const first = await connector.write(api, [companyWrite(company(1))])
    const second = await connector.write(api, [companyWrite({ ...company(1), name: 'Harbour' })])
    expect(second).toEqual([{ ref: 'row-1', is: 'updated', id: idOf(first) }])
    expect(emulator.records()).toMatchObject([{ values: { fieldbook_id: 'c_1', name: 'Harbour' } }])
  })

  it('are refused by the code and field of HubSpot, and must be described again', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({
      kind: 'schema',
      object: 'companies',
      field: 'industry',
      change: 'retire',
      option: 'CONSTRUCTION',
    })
    emulator.faults.begin({ kind: 'schema', object: 'companies', field: 'abn', change: 'remove' })
    const writes = [
      companyWrite(company(1)),
      { ...companyWrite({ name: 'Harbour', abn: '51824753556' }), ref: 'row-2', key: 'c_2' },
    ]
    const written = await connector.write(api, writes)
    expect(written).toMatchObject([
      { ref: 'row-1', code: 'INVALID_OPTION', field: 'industry', retry: 'after-schema' },
      { ref: 'row-2', code: 'PROPERTY_DOESNT_EXIST', field: 'abn', retry: 'after-schema' },
    ])
    const fields = await connector.describe(api, 'company')
    expect(fields.map(({ name }) => name)).not.toContain('abn')
    const values = fields.find(({ name }) => name === 'industry')?.choices.map(({ value }) => value)
    expect(values).not.toContain('CONSTRUCTION')
  })

  it('name a required property that nothing fills', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'schema', object: 'companies', field: 'type', change: 'require' })
    expect(await connector.write(api, [companyWrite(company(1))])).toMatchObject([
      { is: 'refused', code: 'MISSING_REQUIRED_PROPERTY', field: 'type' },
    ])
  })

  it('are the survivor after an update of a merged record', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const [lost, survivor] = [
      idOf(await connector.write(api, [companyWrite(company(1))])),
      idOf(await connector.write(api, [{ ...companyWrite(company(2)), key: 'c_2' }])),
    ]
    emulator.user.merge(lost, survivor)
    expect(await connector.write(api, [companyWrite({ city: 'Perth' }, lost)])).toEqual([
      { ref: 'row-1', is: 'deleted', into: survivor },
    ])
    emulator.advance(indexLagMs)
    const changes = await connector.changes(await renewed(connected), 'company', null)
    expect(changes.deleted).toEqual([{ id: lost, into: survivor }])
  })

  it('have no value that an update clears', async () => {
    const { connector, api, emulator } = await open()
    const id = idOf(await connector.write(api, [companyWrite(company(1))]))
    await connector.write(api, [companyWrite({ phone: null }, id)])
    expect(emulator.records()[0]?.values).not.toHaveProperty('phone')
  })

  it('half written and answered with 500 are Uncertain, and complete when repeated', async () => {
    const { connector, api, emulator } = await open()
    const writes = [1, 2, 3, 4].map((number) => writeOf(subject, 'company', number))
    emulator.faults.begin({ kind: 'half-batch', rows: 2, path: subject.writePath, times: 1 })
    await expect(connector.write(api, writes)).rejects.toThrow(Uncertain)
    expect(emulator.records()).toHaveLength(2)
    const written = await connector.write(api, writes)
    expect(written.map(({ is }) => is)).toEqual(['updated', 'updated', 'created', 'created'])
    expect(emulator.audit().doubles).toBe(0)
  })

  it('are waited for while a record is locked', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'locked', path: subject.writePath })
    await expect(connector.write(api, [companyWrite(company(1))])).rejects.toMatchObject({
      limit: 'calls',
    })
    expect(emulator.records()).toEqual([])
  })

  it('are linked beside a contact that does not exist', async () => {
    const connected = await open()
    const { connector, api, emulator } = connected
    const to = idOf(await connector.write(api, [companyWrite(company(1))]))
    const kim = idOf(await connector.write(api, [writeOf(subject, 'contact', 1)]))
    const pairs = [kim, '999'].map((id) => ({
      object: 'contact' as const,
      person: id,
      company: to,
    }))
    const written = await connector.link(api, pairs)
    expect(written).toMatchObject([
      { ref: kim, is: 'updated' },
      { ref: '999', is: 'refused', retry: 'never' },
    ])
    const record = emulator.records().find(({ id }) => id === kim)
    expect(record && subject.companyOf(record, emulator)).toBe(to)
  })
})

describe('creates in an account without our own property', () => {
  it('are plain, and not guarded by a repetition', async () => {
    const { connector, api, emulator } = await openWithoutOwnKey()
    expect(await connector.ownKey?.ensure(api, 'company')).toBe(false)
    expect(await connector.write(api, [companyWrite(company(1))])).toMatchObject([
      { is: 'created' },
    ])
    expect(emulator.records()[0]?.values).not.toHaveProperty('fieldbook_id')
  })

  it('are found by domain after the index has them, also by a clock that is behind ours, or are absent', async () => {
    const { connector, api, emulator } = await openWithoutOwnKey()
    const writes = [1, 2].map((number) => writeOf(subject, 'company', number))
    const sentAt = emulator.now() + 5 * 60_000
    const [created] = await connector.write(api, writes.slice(0, 1))
    emulator.advance(connector.limits.settleMs)
    expect(await connector.resolve(api, writes, sentAt)).toEqual([
      { ...created, ref: 'row-1' },
      { ref: 'row-2', is: 'absent' },
    ])
  })

  it('stay unknown if two new companies have the domain', async () => {
    const { connector, api, emulator } = await openWithoutOwnKey()
    const sentAt = emulator.now()
    await connector.write(api, [
      companyWrite(company(1)),
      { ...companyWrite(company(1)), ref: 'row-2', key: 'c_2' },
    ])
    emulator.advance(connector.limits.settleMs)
    expect(await connector.resolve(api, [companyWrite(company(1))], sentAt)).toEqual([
      { ref: 'row-1', is: 'unknown' },
    ])
  })

  it('make no more searches in a second than HubSpot takes', async () => {
    const { connector, api, emulator } = await openWithoutOwnKey()
    const writes = Array.from({ length: connector.limits.write }, (_, index) =>
      writeOf(subject, 'company', index),
    )
    await connector.write(api, writes)
    emulator.advance(connector.limits.settleMs)
    const written = await connector.resolve(api, writes, emulator.now() - 60_000)
    expect(written.filter(({ is }) => is === 'created')).toHaveLength(connector.limits.find)
    expect(written.some(({ is }) => is === 'absent')).toBe(false)
  })
})

describe('lookups in HubSpot', () => {
  it('find companies by domain however it is written, and two of a shared one', async () => {
    const { connector, api } = await openDemo()
    const values = [
      'boroniaimports.example',
      'horizoncustomhomes.example',
      'pelivawines.example',
      'smartmutual.example',
      'vexancewealth.example',
      'wilsonbuildinggroup.example',
    ]
    const keys = values.map((value) => ({ kind: 'domain' as const, value }))
    const found = await connector.find(api, 'company', keys)
    expect(found.map(({ key, candidates }) => [key.value, candidates.length])).toEqual(
      values.map((value) => [value, value.startsWith('wilson') ? 2 : 1]),
    )
  })

  it('take a full batch of domains without a refusal', async () => {
    const { connector, api, emulator } = await open()
    const keys = Array.from({ length: connector.limits.find }, (_, index) => ({
      kind: 'domain' as const,
      value: `a-company-with-a-long-name-${index}.com.example`,
    }))
    expect(await connector.find(api, 'company', keys)).toEqual([])
    expect(
      emulator.audit().calls['POST /crm/objects/2026-09/companies/search'],
    ).toBeLessThanOrEqual(5)
  })

  it('find a contact by the address of another that was merged into it', async () => {
    const { connector, api, emulator } = await open()
    const written = await connector.write(
      api,
      [1, 2].map((number) => writeOf(subject, 'contact', number)),
    )
    const [lost = '', survivor = ''] = written.map((each) => idOf([each]))
    emulator.user.merge(lost, survivor)
    const found = await connector.find(api, 'contact', [
      { kind: 'email', value: person(1).email.toUpperCase() },
    ])
    expect(found.flatMap(({ candidates }) => candidates.map(({ id }) => id))).toEqual([survivor])
  })

  it('pass over more changes than a page of a search has', async () => {
    const connected = await open()
    const { connector, emulator } = connected
    const writes = Array.from({ length: 250 }, (_, index) => writeOf(subject, 'company', index))
    let { next: cursor } = await connector.changes(connected.api, 'company', null)
    await writeAll(connected, writes)
    emulator.advance(indexLagMs)
    const api = await renewed(connected)
    const ids = new Set<string>()
    for (let isLast = false; !isLast;) {
      const changes = await connector.changes(api, 'company', cursor)
      for (const { id } of changes.records) ids.add(id)
      ;({ next: cursor, isLast } = changes)
    }
    expect(ids.size).toBe(250)
  })
})

describe('access to HubSpot', () => {
  it('survives a refresh whose answer was lost, for the token stays', async () => {
    const { connector, http, grant, emulator } = await open()
    emulator.faults.begin({ kind: 'lost', path: '/token', times: 1 })
    await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Unavailable)
    expect(await connector.oauth.refresh(http, grant)).toMatchObject({
      refreshToken: grant.refreshToken,
    })
  })

  it('names the scopes that a user could not grant, and throws Forbidden without them', async () => {
    const opened = await openConnector(hubspot, start)
    const api = { http: opened.http, grant: await signIn(opened, { user: '13' }) }
    expect(await opened.connector.account(api)).toMatchObject({
      id: '44237313',
      timeZone: 'Australia/Sydney',
      userEmail: 'ed@harbour.example',
      missingScopes: ['crm.objects.companies.write'],
    })
    await expect(opened.connector.write(api, [companyWrite(company(1))])).rejects.toMatchObject({
      scopes: ['crm.objects.companies.write'],
    })
  })

  it('ends for the day with the budget, and writes nothing', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'budget', left: 1 })
    await connector.account(api)
    await expect(connector.write(api, [companyWrite(company(1))])).rejects.toMatchObject({
      limit: 'budget',
    })
    expect(emulator.records()).toEqual([])
  })

  it('waits ten seconds after 110 calls', async () => {
    const at = Date.UTC(2026, 10, 2)
    const { connector, api } = await connect(hubspot, () =>
      startHubspotEmulator({ env: {}, now: () => at }),
    )
    const calls = Array.from({ length: 110 }, () => connector.owners(api))
    const outcomes = await Promise.allSettled(calls)
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons.length).toBeGreaterThan(0)
    for (const reason of reasons) expect(reason).toBeInstanceOf(Slow)
  })
})

describe('activities in HubSpot', () => {
  const noteOf = (to: string): Activity => ({
    ref: 'note-1',
    key: 'n_1',
    kind: 'note',
    subject: 'Met <Ana>',
    text: 'First line\n& second',
    at: Date.UTC(2026, 10, 2, 3, 10),
    ownerId: '52',
    company: to,
    person: null,
  })
  const withCompany = async () => {
    const connected = await open()
    const id = idOf(await connected.connector.write(connected.api, [companyWrite(company(1))]))
    return { ...connected, note: noteOf(id) }
  }

  it('of kind note have escaped text, their moment and their owner', async () => {
    const { connector, api, emulator, note } = await withCompany()
    expect(await connector.activity(api, note)).toMatchObject({ is: 'created' })
    expect(emulator.activities()).toMatchObject([
      {
        object: 'notes',
        text: '<p><strong>Met &lt;Ana&gt;</strong></p><p>First line<br>&amp; second</p><p>Fieldbook n_1.</p>',
        values: { hs_timestamp: '2026-11-02T03:10:00.000Z', hubspot_owner_id: '52' },
      },
    ])
  })

  it('of kind task are tasks that are not yet done', async () => {
    const { connector, api, emulator, note } = await withCompany()
    await connector.activity(api, { ...note, kind: 'task', subject: 'Call back' })
    expect(emulator.activities()).toMatchObject([
      { object: 'tasks', subject: 'Call back', values: { hs_task_status: 'NOT_STARTED' } },
    ])
  })

  it('are found among hundreds of the same company', async () => {
    const { connector, api, emulator, note } = await withCompany()
    for (let number = 0; number < 520; number += 1) {
      if (number % 100 === 0) emulator.advance(20_000)
      await connector.activity(api, { ...note, key: `other_${number}` })
    }
    const created = await connector.activity(api, note)
    emulator.advance(20_000)
    expect(await connector.resolveActivity(api, note, emulator.now())).toEqual(created)
  })

  it('are refused for an owner who left', async () => {
    const { connector, api, note } = await withCompany()
    expect(await connector.activity(api, { ...note, ownerId: '54' })).toMatchObject({
      is: 'refused',
      field: 'hubspot_owner_id',
    })
  })

  it('answer `deleted` for an edit of a note that is not there', async () => {
    const { connector, api, note } = await withCompany()
    expect(await connector.activity(api, { ...note, id: '99999' })).toEqual({
      ref: 'note-1',
      is: 'deleted',
    })
  })
})
