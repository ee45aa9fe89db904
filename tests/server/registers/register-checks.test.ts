import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startRegisters, type RegistersEmulator } from '../../../emulators/registers/emulator.ts'
import { guardedHttp } from '../../../server/connectors/guarded-http.ts'
import { openRegisters, registerHosts } from '../../../server/registers/registers.ts'
import { noNames } from '../../kit/connects.ts'
import { runImport, fileOf } from '../../kit/import.ts'
import { startTestApp, today, type TestApp } from '../../kit/app.ts'

const abn = '36999000010'
const nzbn = '9429999900015'
let test: TestApp
let registers: RegistersEmulator
let now = Date.parse(`${today}T01:00:00Z`)
const ids = new Map<string, string>()

beforeAll(async () => {
  registers = await startRegisters({ guid: 'our-guid', nzbnKey: 'our-key' })
  const { origin } = registers
  test = await startTestApp({
    companies: 0,
    parts: {
      now: () => now,
      registers: openRegisters({
        abnGuid: 'our-guid',
        nzbnKey: 'our-key',
        origins: { abn: origin, nzbn: origin },
        http: guardedHttp({ resolve: noNames, hosts: registerHosts, ownOrigins: [origin] }),
      }),
    },
  })
  const rows = `Name,ABN,NZBN\nQuollbridge,${abn},\nTui Ferry,,${nzbn}\nLantern,,\n`
  await runImport(test.db, 'csv', await fileOf(rows))
  for (const { id, name } of await test.db.owner
    .selectFrom('company')
    .select(['id', 'name'])
    .execute())
    ids.set(name, id)
})
afterAll(async () => {
  await test.close()
  await registers.close()
})
beforeEach(async () => {
  registers.abns.clear()
  registers.entities.clear()
  registers.calls.length = 0
  await test.db.owner.deleteFrom('register_check').execute()
})

const path = (name: string): string => `/records/company/${ids.get(name) ?? ''}/register`
const look = async (name: string) => (await test.ask('GET', path(name))).body
const check = (name: string) =>
  test.ask('POST', path(name), {}, { headers: { 'idempotency-key': crypto.randomUUID() } })

it('asks ABN Lookup about a company with an ABN, and remembers the answer', async () => {
  registers.abns.set(abn, {
    AbnStatus: 'Active',
    Gst: '2001-07-01',
    EntityName: 'QUOLLBRIDGE PTY LTD',
  })
  expect(await look('Quollbridge')).toEqual({ available: true, check: null })
  const answer = {
    register: 'ABN Lookup',
    at: '2026-03-03T01:00:00.000Z',
    status: 'Active',
    isActive: true,
    isGstRegistered: true,
  }
  expect((await check('Quollbridge')).body).toEqual(answer)
  expect(await look('Quollbridge')).toEqual({ available: true, check: answer })
  expect(registers.calls).toEqual(['/json/AbnDetails.aspx'])
})

it('asks again after a minute, not before', async () => {
  registers.abns.set(abn, { AbnStatus: 'Active', Gst: null, EntityName: '' })
  await check('Quollbridge')
  registers.abns.set(abn, { AbnStatus: 'Cancelled', Gst: null, EntityName: '' })
  expect((await check('Quollbridge')).body).toMatchObject({
    status: 'Active',
    isGstRegistered: false,
  })
  now += 60_000
  expect((await check('Quollbridge')).body).toMatchObject({ status: 'Cancelled', isActive: false })
  expect(registers.calls).toHaveLength(2)
})

it.each([
  [
    'registered',
    { entityStatusCode: '50', entityStatusDescription: 'Registered', gstNumbers: [] },
    true,
    null,
  ],
  [
    'removed',
    { entityStatusCode: '80', entityStatusDescription: 'Removed', gstNumbers: [{}] },
    false,
    true,
  ],
])('asks NZBN about a company that is %s', async (_, entity, isActive, isGstRegistered) => {
  registers.entities.set(nzbn, entity)
  expect((await check('Tui Ferry')).body).toMatchObject({
    register: 'NZBN',
    status: entity.entityStatusDescription,
    isActive,
    isGstRegistered,
  })
})

it('says that a register does not know the number', async () => {
  for (const name of ['Quollbridge', 'Tui Ferry'])
    expect((await check(name)).body).toMatchObject({ status: null, isActive: false })
})

it('asks nothing about a company without a number', async () => {
  expect(await look('Lantern')).toEqual({ available: false, check: null })
  expect((await check('Lantern')).status).toBe(404)
  expect(registers.calls).toEqual([])
})

it('answers register-away in words while a register answers in another form', async () => {
  registers.entities.set(nzbn, { entityStatusCode: 50 as unknown as string })
  const { status, body } = await check('Tui Ferry')
  expect([status, body.code]).toEqual([503, 'register-away'])
  expect(await look('Tui Ferry')).toEqual({ available: true, check: null })
})
