import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DoNotCall, Person } from '../../../contract/records/records.ts'
import { strongest, validUntil } from '../../../server/do-not-call/do-not-call.ts'
import { addSignals } from '../../../server/signals/add-signals.ts'
import { signalViews } from '../../../server/signals/views.ts'
import { draft } from '../../kit/signals.ts'
import { marketPhoneKey, phoneKey } from '../../../server/do-not-call/phone-key.ts'
import { peopleByIds, savePeople, withTick } from '../../../server/records/store.ts'
import { personViews } from '../../../server/records/views.ts'
import type { Contact } from '../../../server/platform/db/tables.ts'
import { harbour, southern, startTestApp, type Someone, type TestApp } from '../../kit/app.ts'
import { reportPromise } from '../../kit/reliability.ts'

let test: TestApp
let person: string
beforeAll(async () => {
  test = await startTestApp({ companies: 20, people: 40 })
  const { body } = await test.ask('POST', '/records', {
    category: 'people',
    filters: { has_mobile: ['Yes'] },
    size: 1,
  })
  person = body.records[0].id
  await change(person, (doc, contact) => {
    contact.mobile = '+61 491 570 006'
    contact.direct_phone = '+61 7 5550 1234'
    doc.mobile = { masked: '+61 4•• ••• •••', type: 'mobile', dnc: { listed: 'unknown' } }
    doc.direct_phone = { masked: '+61 7•• ••• •••' }
  })
  await unlock(harbour.id, person)
})
afterAll(() => test.close())

const send = (path: string, body: object, as?: Someone) =>
  test.ask('POST', path, body, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    ...(as && { as }),
  })
const seen = async (id: string, as?: Someone): Promise<Person> =>
  (await test.ask('GET', `/records/people/${id}`, undefined, as === undefined ? {} : { as })).body

const change = async (id: string, how: (doc: Person, contact: Contact) => void): Promise<void> => {
  const [stored] = await peopleByIds(test.db.owner, [id])
  if (!stored) throw new Error('the person does not exist')
  const next = structuredClone(stored)
  how(next.person, next.contact)
  await withTick(test.db, (trx, seq) => savePeople(trx, [next], seq))
}
const unlock = (orgId: string, id: string) =>
  test.db.asOrg(orgId, (trx) =>
    trx
      .insertInto('unlock')
      .values({ org_id: orgId, category: 'people', record_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

type WashResult = { listed?: string[]; notListed?: string[] }
const wash = async (washedAt: string, result: WashResult, as?: Someone) => {
  const total = (result.listed?.length ?? 0) + (result.notListed?.length ?? 0)
  const created = await send('/do-not-call/washes', { name: 'result.csv', washedAt, total }, as)
  expect(created.status).toBe(201)
  const { id } = created.body
  const added = await send(`/do-not-call/washes/${id}/numbers`, result, as)
  expect(added.status).toBe(200)
  return (await send(`/do-not-call/washes/${id}/finish`, {}, as)).body
}

describe('a person with nothing but a listed number', () => {
  const cost = async (): Promise<number> =>
    (await send('/records/estimate', { category: 'people', source: { kind: 'ids', ids: [other] } }))
      .body.chargeable
  let other = ''

  it('costs nothing under hide and one credit under flag, whatever the organisation’s own check says', async () => {
    const { body } = await test.ask('POST', '/records', { category: 'people', size: 10 })
    other = body.records.find(({ id }: Person) => id !== person).id
    const number = '+61 491 570 158'
    await change(other, (doc, contact) => {
      for (const field of Object.keys(contact)) Reflect.deleteProperty(contact, field)
      contact.mobile = number
      doc.mobile = { masked: '+61 4•• ••• •••', type: 'mobile', dnc: { listed: 'unknown' } }
    })
    expect(await cost()).toBe(1)
    await wash('2026-03-01', { listed: [number] })
    expect(await cost()).toBe(1)
    await change(other, (doc) => {
      doc.mobile = { masked: '+61 4•• ••• •••', type: 'mobile', dnc: { listed: 'yes' } }
    })
    expect(await cost()).toBe(0)
    await policy('flag')
    expect(await cost()).toBe(1)
    await policy('hide')
    await change(other, (_, contact) => {
      contact.work_email = 'someone@harbour.example'
    })
    expect(await cost()).toBe(1)
  })

  const policy = (dncPolicy: 'hide' | 'flag') =>
    test.ask(
      'PUT',
      '/customer/update',
      { data: { policies: { dncPolicy } } },
      {
        as: { role: 'org:admin' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      },
    )
})

describe('a register check', () => {
  it('leaves unchecked numbers unknown', async () => {
    expect((await seen(person)).mobile?.dnc).toEqual({ listed: 'unknown' })
    expect((await seen(person)).direct_phone).not.toHaveProperty('dnc')
  })

  it('shows that a number is not listed, since when and until when, until a later check lists it', async () => {
    const first = await wash('2026-03-01', { notListed: ['0491 570 006', '(07) 5550 1234'] })
    expect(first).toMatchObject({
      total: 2,
      received: 2,
      listed: 0,
      notListed: 2,
      unreadable: 0,
      matched: 1,
      validUntil: '2026-03-31',
    })
    const no = { listed: 'no', washed_at: '2026-03-01', valid_until: '2026-03-31' }
    expect((await seen(person)).mobile?.dnc).toEqual(no)
    expect((await seen(person)).direct_phone?.dnc).toEqual(no)
    await wash('2026-03-02', { listed: ['+61491570006'] })
    const yes = { listed: 'yes', washed_at: '2026-03-02', valid_until: '2026-04-01' }
    expect((await seen(person)).mobile?.dnc).toEqual(yes)
  })

  it('keeps a number listed against earlier and same-day checks; only a later one changes it', async () => {
    await wash('2026-02-01', { notListed: ['+61491570006'] })
    await wash('2026-03-02', { notListed: ['+61491570006'] })
    expect((await seen(person)).mobile?.dnc.listed).toBe('yes')
    await wash('2026-03-03', { notListed: ['+61491570006'], listed: ['+61 491 570 006'] })
    expect((await seen(person)).mobile?.dnc.listed).toBe('yes')
  })

  it('appears in searches, lists and on devices', async () => {
    const { body } = await test.ask('POST', '/records', {
      category: 'people',
      filters: { has_mobile: ['Yes'] },
      size: 100,
    })
    const row = body.records.find((record: Person) => record.id === person)
    expect(row.mobile.dnc.listed).toBe('yes')
    const list = await send('/lists', { name: 'Calls', category: 'people', recordIds: [person] })
    const pin = await test.ask('GET', `/sync/records?list=${list.body.id}`)
    expect(pin.body.records[0].mobile.dnc.listed).toBe('yes')
    const page = await test.ask('POST', `/lists/${list.body.id}/records`, {})
    expect(page.body.records[0].mobile.dnc.listed).toBe('yes')
  })

  it('syncs to a device that already holds the person', async () => {
    const list = await send('/lists', { name: 'Held', category: 'people', recordIds: [person] })
    const path = `/sync/records?list=${list.body.id}`
    const { body: pin } = await test.ask('GET', path)
    // Changes of the last minute are always sent again.
    await test.db.owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.org', ${harbour.id}, true)`.execute(trx)
      await sql`update unlock set at = now() - interval '1 day'`.execute(trx)
      await sql`update dnc_number set updated_at = now() - interval '1 day'`.execute(trx)
      await sql`update listed_number set updated_at = now() - interval '1 day'`.execute(trx)
    })
    const since = `${path}&since=${pin.asOf}&checksum=${pin.checksum}`
    expect((await test.ask('GET', since)).body.records).toEqual([])
    await wash('2026-03-03', { listed: ['+61 7 5550 1234'] })
    const { body: delta } = await test.ask('GET', since)
    expect(delta.records).toMatchObject([{ id: person, direct_phone: { dnc: { listed: 'yes' } } }])
  })

  it('says the same of a company’s numbers: in searches, on its page, in signals and on devices', async () => {
    const { body } = await test.ask('POST', '/records', { category: 'company', size: 1 })
    const { id, name } = body.records[0]
    const [phone, mobile, office] = ['(08) 5550 0111', '+61 491 570 157', '+61 8 5550 0113']
    const numbers = {
      phones: [phone],
      mobiles: [mobile],
      locations: [{ country: 'AU', is_hq: true, phone: office }],
    }
    const [signal] = await test.db.owner.transaction().execute(async (trx) => {
      await sql`update company set doc = doc || ${JSON.stringify(numbers)}::jsonb where id = ${id}`.execute(
        trx,
      )
      return addSignals(trx, [draft('calls', { id, name })], new Date())
    })
    const list = await send('/lists', { name: 'Ring', category: 'company', recordIds: [id] })
    const path = `/sync/records?list=${list.body.id}`
    const { body: pin } = await test.ask('GET', path)
    expect(pin.records[0]).not.toHaveProperty('dnc')
    await wash('2026-03-03', { listed: ['0855500111'], notListed: [mobile, office] })
    const no = { listed: 'no', washed_at: '2026-03-03', valid_until: '2026-04-02' }
    const dnc = { [phone]: { ...no, listed: 'yes' }, [mobile]: no, [office]: no }
    const search = { category: 'company', filters: { company_id: [id] } }
    expect((await test.ask('POST', '/records', search)).body.records[0].dnc).toEqual(dnc)
    expect((await test.ask('GET', `/records/company/${id}`)).body.dnc).toEqual(dnc)
    const since = `${path}&since=${pin.asOf}&checksum=${pin.checksum}`
    expect((await test.ask('GET', since)).body.records).toMatchObject([{ id, dnc }])
    const [shown] = await test.db.asOrg(harbour.id, (trx) =>
      signalViews(trx, { orgId: harbour.id, userId: 'anyone' }, [signal ?? '']),
    )
    expect(shown?.company).toMatchObject({ phone, dnc: dnc[phone] })
    const as = { orgId: southern.id }
    const other = await test.ask('GET', `/records/company/${id}`, undefined, { as })
    expect(other.body).not.toHaveProperty('dnc')
  })

  it('reveals nothing about locked numbers, and nothing to other organisations', async () => {
    const as = { orgId: southern.id }
    expect((await seen(person, as)).mobile?.dnc).toEqual({ listed: 'unknown' })
    const mine = await wash('2026-03-02', { listed: ['+61491570006'] }, as)
    expect(mine.matched).toBe(0)
    expect((await seen(person, as)).mobile?.dnc).toEqual({ listed: 'unknown' })
    await unlock(southern.id, person)
    expect((await seen(person, as)).mobile?.dnc.listed).toBe('yes')
    const other = await test.ask('GET', '/do-not-call', undefined, { as })
    expect(other.body.numbers).toEqual({ listed: 1, notListed: 0, lapsed: 0 })
  })

  it('counts invalid rows and accepts spreadsheet formats of numbers', async () => {
    const listedNumbers = [
      '491570156',
      '0491 570 157',
      '61491570158',
      '0011 61 491 570 159',
      '(02) 5550 0001',
    ]
    const result = await wash('2026-03-01', {
      listed: listedNumbers,
      notListed: ['', 'number', '12', '=1+1'],
    })
    expect(result).toMatchObject({ total: 9, received: 9, listed: 5, notListed: 0, unreadable: 4 })
    const rows = await test.db.asOrg(harbour.id, (trx) =>
      trx
        .selectFrom('dnc_number')
        .select('number')
        .where('import_id', '=', result.id)
        .orderBy('number')
        .execute(),
    )
    expect(rows.map(({ number }) => number)).toEqual([
      '+61255500001',
      '+61491570156',
      '+61491570157',
      '+61491570158',
      '+61491570159',
    ])
  })

  it('counts numbers as listed, not listed and expired', async () => {
    await wash('2026-01-31', { notListed: ['+61491570110', '+61491570313'] })
    await wash('2026-02-01', { notListed: ['+61491570737'] })
    const { body } = await test.ask('GET', '/do-not-call', undefined, {
      as: { role: 'org:basic_member' },
    })
    expect(body.numbers.lapsed).toBe(2)
    expect(body.washes[0]).toMatchObject({ washedAt: '2026-02-01', validUntil: '2026-03-03' })
    expect(body.washes.length).toBeLessThanOrEqual(10)
  })

  it('is idempotent, and closed once it is finished', async () => {
    const id = crypto.randomUUID()
    const begin = { id, name: 'twice.csv', washedAt: '2026-03-02', total: 1 }
    expect((await send('/do-not-call/washes', begin)).body).toEqual(
      (await send('/do-not-call/washes', begin)).body,
    )
    await send(`/do-not-call/washes/${id}/numbers`, { listed: ['+61491571266'] })
    const [first, again] = [
      await send(`/do-not-call/washes/${id}/finish`, {}),
      await send(`/do-not-call/washes/${id}/finish`, {}),
    ]
    expect(again.body).toEqual(first.body)
    const late = await send(`/do-not-call/washes/${id}/numbers`, { listed: ['+61491571491'] })
    expect(late).toMatchObject({ status: 409, body: { code: 'version-conflict' } })
    const { body } = await test.ask('GET', '/audit?act=do-not-call')
    const entries = body.entries.filter((entry: { subject: string }) => entry.subject === id)
    expect(entries).toMatchObject([{ details: { checked: '2026-03-02', listed: 1, matched: 0 } }])
  })

  it('refuses future days, too many numbers and another organisation’s check', async () => {
    const begin = { name: 'x', washedAt: '2026-03-09', total: 1 }
    const future = await send('/do-not-call/washes', begin)
    expect(future).toMatchObject({ status: 422, body: { errors: [{ pointer: '/washedAt' }] } })
    const { body } = await send('/do-not-call/washes', { ...begin, washedAt: '2026-03-03' })
    const many = Array.from({ length: 3000 }, () => '+61491570006')
    const full = await send(`/do-not-call/washes/${body.id}/numbers`, {
      listed: many,
      notListed: many,
    })
    expect(full).toMatchObject({ status: 422, body: { errors: [{ pointer: '/listed' }] } })
    const theirs = await send(
      `/do-not-call/washes/${body.id}/numbers`,
      { listed: [] },
      { orgId: southern.id },
    )
    expect(theirs.status).toBe(404)
  })
})

describe('the market’s state of a number', () => {
  it('stays listed when a later import does not say so, even if the number was absent meanwhile', async () => {
    const { body } = await test.ask('POST', '/records', { category: 'people', size: 25 })
    const id = body.records.at(-1).id
    const number = '+61 491 573 770'
    const say = (mobile: string, dnc: DoNotCall) =>
      change(id, (doc, contact) => {
        contact.mobile = mobile
        doc.mobile = { masked: '+61 4•• ••• •••', type: 'mobile', dnc }
      })
    await unlock(harbour.id, id)
    await say(number, { listed: 'yes', washed_at: '2026-01-05' })
    await say(number, { listed: 'no', washed_at: '2026-03-01' })
    expect((await seen(id)).mobile?.dnc.listed).toBe('yes')
    await say('+61 491 573 087', { listed: 'no', washed_at: '2026-03-01' })
    expect((await seen(id)).mobile?.dnc.listed).toBe('no')
    await say(number.replaceAll(' ', ''), { listed: 'unknown' })
    expect((await seen(id)).mobile?.dnc.listed).toBe('yes')
    const [stored] = await peopleByIds(test.db.owner, [id])
    expect(stored?.person.mobile?.dnc.listed).toBe('yes')
  })
})

describe('a phone number', () => {
  it('is normalised equally by database and server', async () => {
    const texts = [
      '+61 491 570 006',
      '0491 570 006',
      ' (07) 5550 1234',
      '491570006',
      '+64 25 555 0123',
      '',
      'none',
      '1300 000 000',
      '+1 (202) 555-0100',
      '00611234',
    ]
    const { rows } = await sql<{ key: string | null }>`
      select phone_key(number) as key from unnest(${texts}::text[]) with ordinality as t (number, at) order by at`.execute(
      test.db.owner,
    )
    expect(rows.map(({ key }) => key)).toEqual(texts.map((text) => marketPhoneKey(text)))
    const both = texts.filter((text) => marketPhoneKey(text) !== null && phoneKey(text) !== null)
    expect(both.map(marketPhoneKey)).toEqual(both.map(phoneKey))
  })

  it('is listed if any source says so, in any order', () => {
    const state = fc.record({
      listed: fc.constantFrom<DoNotCall['listed']>('yes', 'no', 'unknown'),
      washed_at: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01'),
    })
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), (states: DoNotCall[]) => {
        const all = states.reduce(strongest)
        const said = (['yes', 'no', 'unknown'] as const).find((value) =>
          states.some(({ listed }) => listed === value),
        )
        expect(all.listed).toBe(said)
        expect(states.toReversed().reduce(strongest)).toEqual(all)
      }),
      { numRuns: 2000 },
    )
  })
})

const days = ['2026-02-01', '2026-02-10', '2026-02-20', '2026-03-01']
const numbers = ['+61 491 571 804', '+61 491 572 549', '+61 491 572 665']
const seed = Number(process.env.DNC_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** `DNC_PATHS=20000` is the full volume (I25). */
const paths = Number(process.env.DNC_PATHS ?? 200)
const steps = 20

describe(`a listed number (seed ${seed}: DNC_SEED=${seed} repeats it, ${paths} looks)`, () => {
  it('stays listed through any order of imports, checks, changes and readers', async () => {
    const { body } = await test.ask('POST', '/records', { category: 'people', size: 25, from: 5 })
    const [id, twin] = body.records.map((record: Person) => record.id)
    for (const recordId of [id, twin]) await unlock(harbour.id, recordId)
    const states: DoNotCall['listed'][] = ['yes', 'no', 'unknown']
    const event = fc.oneof(
      fc.record({
        is: fc.constant('market' as const),
        isFirst: fc.boolean(),
        number: fc.nat(2),
        listed: fc.constantFrom(...states),
        day: fc.nat(3),
        absent: fc.boolean(),
      }),
      fc.record({
        is: fc.constant('wash' as const),
        number: fc.nat(2),
        listed: fc.boolean(),
        day: fc.nat(3),
      }),
    )
    let looks = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: steps, maxLength: steps }), async (events) => {
        await forget()
        const market = new Set<number>()
        const own = new Map<number, { listed: boolean; day: number }>()
        for (const step of events) {
          if (step.is === 'wash') {
            const checked = [numbers[step.number] ?? '']
            await wash(
              days[step.day] ?? '',
              step.listed ? { listed: checked } : { notListed: checked },
            )
            const latest = own.get(step.number)
            if (!latest || step.day > latest.day) own.set(step.number, step)
            else if (step.day === latest.day && step.listed) own.set(step.number, step)
          } else {
            if (step.listed === 'yes') market.add(step.number)
            await change(step.isFirst ? id : twin, (doc, contact) => {
              contact.mobile = numbers[step.number] ?? ''
              const washed = step.listed === 'unknown' ? {} : { washed_at: days[step.day] ?? '' }
              doc.mobile = { masked: '•', type: 'mobile', dnc: { listed: step.listed, ...washed } }
              // Old clients and other systems omit what they do not know.
              if (step.absent && step.listed !== 'yes') doc.mobile.dnc = { listed: 'unknown' }
            })
          }
          for (const view of await looked([id, twin])) {
            const at = numbers.findIndex((number) => number === view.mobile?.value)
            if (at === -1) continue
            looks++
            const listed = market.has(at) || own.get(at)?.listed === true
            expect(listed && view.mobile?.dnc.listed !== 'yes', `${view.mobile?.value}`).toBe(false)
          }
        }
      }),
      { seed, numRuns: Math.ceil(paths / steps / 2), endOnFailure: true },
    )
    expect(looks).toBeGreaterThan(paths / 4)
    reportPromise({
      promise: 'I25',
      check: 'looks at a listed number after imports, washes and changes in any order',
      volume: paths,
      goal: 20_000,
      seed,
      figures: { dropped: 0 },
    })
  }, 3_600_000)

  const looked = (ids: readonly string[]) =>
    test.db.asOrg(harbour.id, (trx) => personViews(trx, ids, 'user_alex'))

  /** Every path starts with unknown numbers. */
  const forget = () =>
    test.db.owner.transaction().execute(async (trx) => {
      await sql`select set_config('app.org', ${harbour.id}, true)`.execute(trx)
      await sql`delete from dnc_number`.execute(trx)
      await sql`delete from dnc_import`.execute(trx)
      await sql`delete from listed_number`.execute(trx)
      await sql`update person set contact = contact - 'mobile', doc = doc - 'mobile'
        where contact->>'mobile' = any(${numbers}::text[])`.execute(trx)
    })
})

describe('the last valid day of a check', () => {
  it('is the thirtieth after it, across months and leap days', () => {
    expect(['2026-01-31', '2028-01-31', '2026-12-15'].map(validUntil)).toEqual([
      '2026-03-02',
      '2028-03-01',
      '2027-01-14',
    ])
  })
})
