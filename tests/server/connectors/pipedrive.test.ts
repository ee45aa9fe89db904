import { describe, expect, it } from 'vitest'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'
import { Forbidden, Slow, Unavailable } from '../../../server/connectors/errors.ts'
import type { Http } from '../../../server/connectors/http.ts'
import type {
  Activity,
  Connector,
  ConnectorSettings,
  Write,
  Written,
} from '../../../server/connectors/port.ts'
import { pipedrive } from '../../../server/connectors/pipedrive/connector.ts'
import { connect, openConnector, signIn } from '../../kit/crm/connect.ts'
import { describeConnector } from '../../kit/crm/connector-suite.ts'
import { ownKeyOf, type ConnectorSubject } from '../../kit/crm/subject.ts'

const start = () => startPipedriveEmulator({ env: {} })

const company = (number: number) => ({
  name: `Harbour ${number} Pty Ltd`,
  website: `https://www.harbour-${number}.example`,
  linkedin: `https://www.linkedin.com/company/harbour-${number}`,
  address: `${number} George St`,
  'address.locality': 'Sydney',
  'address.admin_area_level_1': 'NSW',
  'address.postal_code': '2000',
  industry: '2',
  employee_count: 10 + number,
  phone: `+61 2 5550 10${String(number).padStart(2, '0')}`,
  abn: `5182475${String(number).padStart(4, '0')}`,
})

const person = (number: number) => ({
  name: `Kim Park ${number}`,
  emails: `kim@harbour-${number}.example`,
  'emails.home': `kim-${number}@home.example`,
  phones: '+61 2 5550 1000',
  'phones.mobile': '+61 491 570 156',
  job_title: 'Manager',
  linkedin: `https://www.linkedin.com/in/kim-park-${number}`,
})

const subject: ConnectorSubject = {
  kind: pipedrive,
  start,
  records: { company: 'organization', person: 'person' },
  company,
  person,
  textField: 'name',
  refused: { name: 'Harbour', employee_count: 'many' },
  keys: {
    company: (number) => [
      { kind: 'own', value: ownKeyOf('company', number) },
      { kind: 'domain', value: `harbour-${number}.example` },
      { kind: 'abn', value: company(number).abn },
      { kind: 'linkedin', value: `linkedin.com/company/harbour-${number}` },
    ],
    person: (number) => [
      { kind: 'own', value: ownKeyOf('contact', number) },
      { kind: 'email', value: person(number).emails },
      { kind: 'linkedin', value: `linkedin.com/in/kim-park-${number}` },
    ],
  },
  refusesDoubles: false,
  followsMerges: false,
  writePath: '/api/v2/',
  activityPath: '/activities',
  companyOf: ({ values }) =>
    typeof values['org_id'] === 'number' ? String(values['org_id']) : null,
}

describeConnector(subject)

const open = () => connect(pipedrive, start)

const demo = () => connect(pipedrive, () => startPipedriveEmulator({ env: {}, seed: 'demo' }))

const companyWrite = (values: Write['values'], id?: string): Write => ({
  ref: 'row-1',
  object: 'company',
  key: 'c_1',
  values,
  id,
})

const idOf = ([written]: readonly Written[]): string =>
  written !== undefined && 'id' in written ? written.id : ''

describe('values in Pipedrive', () => {
  const withPerson = async () => {
    const emails = [
      { value: 'kim@old.example', primary: true, label: 'work' },
      { value: 'kim@home.example', primary: false, label: 'home' },
    ]
    const connected = await connect(pipedrive, () =>
      startPipedriveEmulator({
        env: {},
        seedRecords: [{ object: 'person', values: { name: 'Kim Park', emails } }],
      }),
    )
    const id = connected.emulator.records()[0]?.id ?? ''
    const update = (values: Write['values']) =>
      connected.connector.write(connected.api, [
        { ref: 'row-1', object: 'contact', key: 'p_1', values, id },
      ])
    const valuesOf = () => connected.emulator.records()[0]?.values
    return { ...connected, id, update, valuesOf }
  }

  it('keep the other emails of a person when one is written', async () => {
    const { update, valuesOf } = await withPerson()
    await update({ emails: 'kim@new.example', 'phones.mobile': '+61 491 570 156' })
    expect(valuesOf()).toMatchObject({
      emails: [
        { value: 'kim@new.example', primary: true, label: 'work' },
        { value: 'kim@old.example', primary: false, label: 'work' },
        { value: 'kim@home.example', primary: false, label: 'home' },
      ],
      phones: [{ value: '+61 491 570 156', primary: true, label: 'mobile' }],
    })
  })

  it('are read by the label of an email', async () => {
    const { connector, api, id } = await withPerson()
    const fields = ['emails', 'emails.home', 'phones', 'phones.mobile']
    expect((await connector.read(api, 'contact', [id], fields)).get(id)).toMatchObject({
      values: {
        emails: 'kim@old.example',
        'emails.home': 'kim@home.example',
        phones: null,
        'phones.mobile': null,
      },
    })
  })

  it('become one line of an address, which a later part does not change', async () => {
    const { connector, api, emulator } = await open()
    const parts = { address: '1 George St', 'address.locality': 'Sydney' }
    const id = idOf(await connector.write(api, [companyWrite({ name: 'Harbour', ...parts })]))
    await connector.write(api, [companyWrite({ 'address.postal_code': '2000' }, id)])
    expect(emulator.records()[0]?.values['address']).toEqual({
      value: '1 George St, Sydney',
      locality: 'Sydney',
      postal_code: '2000',
    })
  })

  it('of options are sent as numbers, and null clears a set', async () => {
    const { connector, api } = await open()
    const regions = (await connector.describe(api, 'company')).find(
      ({ label }) => label === 'Regions',
    )
    const name = regions?.name ?? ''
    expect(regions).toMatchObject({
      type: 'choices',
      closed: true,
      name: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    const options = regions?.choices.map(({ value }) => value) ?? []
    const id = idOf(
      await connector.write(api, [
        companyWrite({ name: 'Harbour', [name]: options, industry: '1' }),
      ]),
    )
    const read = async () =>
      (await connector.read(api, 'company', [id], [name, 'industry'])).get(id)
    expect(await read()).toMatchObject({ values: { [name]: ['101', '102'], industry: '1' } })
    await connector.write(api, [companyWrite({ [name]: [] }, id)])
    expect(await read()).toMatchObject({ values: { [name]: null, industry: '1' } })
  })

  it('of a field that was removed are refused without a call', async () => {
    const { connector, api, emulator } = await open()
    const write = companyWrite({ name: 'Harbour', colour: 'blue' })
    expect(await connector.write(api, [write])).toMatchObject([
      { is: 'refused', field: 'colour', retry: 'after-schema' },
    ])
    expect(emulator.records()).toEqual([])
  })

  it('of a field that was removed a moment ago are refused by its name', async () => {
    const { connector, api, emulator } = await open()
    await connector.describe(api, 'company')
    const field = 'employee_count'
    emulator.faults.begin({ kind: 'schema', object: 'organization', field, change: 'remove' })
    expect(
      await connector.write(api, [companyWrite({ name: 'Harbour', [field]: 3 })]),
    ).toMatchObject([{ is: 'refused', field, retry: 'after-schema' }])
  })
})

describe('our own fields in Pipedrive', () => {
  it('are made once, also by a second process', async () => {
    const { connector, api, emulator } = await open()
    expect(await connector.ownKey?.ensure(api, 'contact')).toBe(true)
    expect(await pipedrive.open(emulator.settings).ownKey?.ensure(api, 'contact')).toBe(true)
    const names = (await connector.describe(api, 'contact')).map(({ name }) => name)
    expect(names.filter((name) => name === 'fieldbook_id')).toHaveLength(1)
    expect(names.filter((name) => name === 'do_not_call')).toHaveLength(1)
    expect(emulator.audit().calls['POST /api/v2/personFields']).toBe(2)
  })

  it('leave a create unknown in an account that does not allow them', async () => {
    const opened = await openConnector(pipedrive, start)
    const { connector, http, emulator } = opened
    const api = { http, grant: await signIn(opened, { user: '20580210' }) }
    expect((await connector.account(api)).missingScopes).toEqual(['contact-fields:full'])
    expect(await connector.ownKey?.ensure(api, 'company')).toBe(false)
    expect(await connector.write(api, [companyWrite({ name: 'Harbour' })])).toMatchObject([
      { is: 'created' },
    ])
    const write = companyWrite({ name: 'Harbour' })
    expect(await connector.resolve(api, [write], emulator.now())).toEqual([
      { ref: 'row-1', is: 'unknown' },
    ])
  })

  it('tell a double of another process from ours', async () => {
    const { connector, api, emulator } = await open()
    const sentAt = emulator.now()
    const first = idOf(await connector.write(api, [companyWrite({ name: 'Harbour' })]))
    await connector.write(api, [{ ...companyWrite({ name: 'Harbour' }), key: 'c_2' }])
    expect(await connector.resolve(api, [companyWrite({ name: 'Harbour' })], sentAt)).toEqual([
      { ref: 'row-1', is: 'created', id: first },
    ])
  })
})

describe('records in Pipedrive', () => {
  it('are found by a website or an ABN as people type them', async () => {
    const { connector, api, emulator } = await demo()
    const domains = [{ kind: 'domain', value: 'seed-1100.example' }] as const
    const abns = [{ kind: 'abn', value: '51824757007' }] as const
    expect(await connector.find(api, 'company', domains)).toMatchObject([
      { candidates: [{ name: 'Seed 1100 Pty Ltd' }] },
    ])
    expect(await connector.find(api, 'company', abns)).toMatchObject([
      { candidates: [{ name: 'Seed 7 Pty Ltd' }, { name: 'Seed 1007 Pty Ltd' }] },
    ])
    expect(emulator.audit().calls).toMatchObject({
      'GET /api/v2/organizations': 4,
      'GET /api/v2/itemSearch/field': 2,
    })
  })

  it('are searched for by few emails, and listed for many', async () => {
    const { connector, api, emulator } = await demo()
    const emails = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'email' as const,
        value: `KIM@seed-${(index + 1) * 4}.example`,
      }))
    const search = 'GET /api/v2/persons/search'
    expect(await connector.find(api, 'contact', emails(3))).toHaveLength(3)
    expect(emulator.audit().calls[search]).toBe(3)
    expect(await connector.find(api, 'contact', emails(40))).toHaveLength(40)
    expect(emulator.audit().calls[search]).toBe(3)
  })

  it('are passed by 500 a call, and again only what changed', async () => {
    const { connector, api, emulator } = await demo()
    const ids = new Set<string>()
    let cursor: string | null = null
    const pass = async (): Promise<number> => {
      let count = 0
      for (;;) {
        const changes = await connector.changes(api, 'company', cursor)
        for (const { id } of changes.records) ids.add(id)
        count += changes.records.length
        cursor = changes.next
        if (changes.isLast) return count
      }
    }
    expect(await pass()).toBe(1200)
    expect(ids.size).toBe(1200)
    expect(emulator.audit().calls['GET /api/v2/organizations']).toBe(3)
    // More than the cursor remembers have the time of the newest.
    expect(await pass()).toBe(200)
    emulator.user.edit(emulator.records()[0]?.id ?? '', { name: 'Renamed' })
    await pass()
    expect(ids.size).toBe(1200)
  })

  it('are passed no longer once a later pass found nothing new', async () => {
    const { connector, api, emulator } = await open()
    await connector.write(api, [companyWrite({ name: 'Harbour' })])
    let at = Date.now()
    const openAt: (settings: ConnectorSettings, now: () => number) => Connector = pipedrive.open
    const later = openAt(emulator.settings, () => at)
    const first = await later.changes(api, 'company', null)
    expect(first.records).toHaveLength(1)
    at += 900_000
    const second = await later.changes(api, 'company', first.next)
    expect(second.records).toEqual([])
    const since = (cursor: string): number => Date.parse(Object(JSON.parse(cursor)).since)
    expect(since(first.next)).toBeLessThan(emulator.records()[0]?.updatedAt ?? 0)
    expect(since(second.next)).toBeGreaterThan(emulator.records()[0]?.updatedAt ?? 0)
  })

  it('have addresses at the company, also after its domain changed', async () => {
    const { connector, http, grant, emulator } = await open()
    emulator.faults.begin({ kind: 'move' })
    const next = await connector.oauth.refresh(http, grant)
    expect(next.baseUrl).not.toBe(grant.baseUrl)
    const account = await connector.account({ http, grant: next })
    expect(connector.recordUrl(account, next, 'company', '7')).toBe(
      `${next.baseUrl}/organization/7`,
    )
  })
})

describe('limits of Pipedrive', () => {
  const grant = {
    accessToken: 'a',
    refreshToken: 'b',
    expiresAt: null,
    scopes: [],
    baseUrl: 'https://harbour.pipedrive.com',
  }
  const refused = (http: Http): Promise<unknown> => {
    const openAt: (settings: ConnectorSettings, now: () => number) => Connector = pipedrive.open
    const connector = openAt({ clientId: 'a', clientSecret: 'b' }, () => at)
    return connector.account({ http, grant }).catch((cause: unknown) => cause)
  }
  const at = Date.UTC(2026, 10, 2, 22)
  const answer =
    (status: number, headers: Record<string, string>, text: string): Http =>
    () =>
      Promise.resolve({ status, headers, text })
  const json = JSON.stringify({ success: false, error: 'request over limit' })

  it.each([
    ['the reset of a burst', 429, { 'x-ratelimit-reset': '3' }, json, 3_000, 'calls'],
    ['two seconds without a reset', 429, {}, json, 2_000, 'calls'],
    [
      'shortly after midnight for the daily tokens',
      429,
      { 'x-daily-ratelimit-token-remaining': '0' },
      json,
      7_800_000,
      'budget',
    ],
    ['ten minutes for a page of a proxy', 403, {}, '<html></html>', 600_000, 'calls'],
  ] as const)('are waited for until %s', async (_, status, headers, text, waitMs, limit) => {
    const error = await refused(answer(status, headers, text))
    expect(error).toBeInstanceOf(Slow)
    expect(error).toMatchObject({ until: at + waitMs, limit })
  })

  it.each([
    ['an unpaid account', 402, json],
    ['a missing scope', 403, JSON.stringify({ success: false, error: 'Scope and URL mismatch' })],
    [
      'a plan that is full',
      403,
      JSON.stringify({ error: 'full', code: 'feature_capping_org_limit' }),
    ],
  ])('end in Forbidden for %s', async (_, status, text) => {
    const error = await refused(answer(status, {}, text))
    expect(error).toBeInstanceOf(Forbidden)
  })

  it('of a day stop a push until the tokens are back', async () => {
    const { connector, api, emulator } = await open()
    emulator.faults.begin({ kind: 'budget', left: 4 })
    await expect(connector.write(api, [companyWrite({ name: 'Harbour' })])).rejects.toMatchObject({
      limit: 'budget',
    })
    expect(emulator.records()).toEqual([])
  })
})

describe('access to Pipedrive', () => {
  it('survives a refresh whose answer was lost', async () => {
    const { connector, http, grant, emulator } = await open()
    emulator.faults.begin({ kind: 'lost', path: '/oauth/token', times: 1 })
    await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Unavailable)
    expect(await connector.oauth.refresh(http, grant)).toMatchObject({
      refreshToken: grant.refreshToken,
    })
  })

  it('names the scopes that a user could not grant, and throws Forbidden without them', async () => {
    const opened = await openConnector(pipedrive, start)
    const api = { http: opened.http, grant: await signIn(opened, { user: '20580209' }) }
    expect(await opened.connector.account(api)).toMatchObject({
      name: 'Harbour Sales',
      timeZone: 'Australia/Sydney',
      userEmail: 'cy@harbour.example',
      missingScopes: ['contacts:full'],
    })
    await expect(opened.connector.read(api, 'company', ['1'], [])).rejects.toThrow(Forbidden)
  })
})

describe('activities in Pipedrive', () => {
  const noteOf = (companyId: string): Activity => ({
    ref: 'note-1',
    key: 'n_1',
    kind: 'note',
    subject: 'Visit',
    text: 'Met <Ana>\n\n& Bo',
    at: Date.UTC(2026, 10, 2, 3, 10),
    ownerId: '20580208',
    company: companyId,
    person: null,
  })

  it('of kind note are notes with escaped text, found by their last line', async () => {
    const { connector, api, emulator } = await open()
    const id = idOf(await connector.write(api, [companyWrite({ name: 'Harbour' })]))
    const sentAt = emulator.now()
    const note = noteOf(id)
    expect(await connector.resolveActivity(api, note, sentAt)).toEqual({
      ref: 'note-1',
      is: 'absent',
    })
    const created = await connector.activity(api, note)
    expect(emulator.activities()).toMatchObject([
      {
        object: 'note',
        company: id,
        text: '<p><b>Visit</b></p><p>Met &lt;Ana&gt;</p><p>&amp; Bo</p><p>Fieldbook reference: n_1</p>',
        values: { add_time: '2026-11-02 03:10:00' },
      },
    ])
    expect(await connector.resolveActivity(api, note, sentAt)).toEqual(created)
    const noteId = created.is === 'created' ? created.id : ''
    expect(await connector.activity(api, { ...note, text: 'Met Bo', id: noteId })).toEqual({
      ref: 'note-1',
      is: 'updated',
      id: noteId,
    })
    expect(emulator.activities()).toHaveLength(1)
  })

  it('are of another type where the company removed ours', async () => {
    const { connector, api, emulator } = await connect(pipedrive, () =>
      startPipedriveEmulator({ env: {}, activityTypes: ['site_visit'] }),
    )
    const id = idOf(await connector.write(api, [companyWrite({ name: 'Harbour' })]))
    const visit: Activity = { ...noteOf(id), kind: 'visit' }
    expect(await connector.activity(api, visit)).toMatchObject({ is: 'created' })
    expect(emulator.activities()).toMatchObject([
      {
        values: {
          type: 'site_visit',
          done: true,
          due_date: '2026-11-02',
          due_time: '03:10:00',
          owner_id: 20_580_208,
        },
      },
    ])
  })

  it('answer `deleted` for an edit of a note that is not there', async () => {
    const { connector, api } = await open()
    expect(await connector.activity(api, { ...noteOf('1'), id: '99999' })).toEqual({
      ref: 'note-1',
      is: 'deleted',
    })
  })
})
