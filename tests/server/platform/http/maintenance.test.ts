import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  followMaintenance,
  operateMaintenance,
  readUntil,
  type MaintenanceCommand,
} from '../../../../server/maintenance.ts'
import type { Database } from '../../../../server/platform/db/db.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { serveCommands } from '../../../kit/commands.ts'
import { freshDatabase } from '../../../kit/database.ts'

const until = '2026-03-03T06:00:00.000Z'
const on: MaintenanceCommand = { do: 'on', text: 'We’re moving to a larger machine.', until }

let db: Database
let test: TestApp
beforeAll(async () => {
  db = await freshDatabase()
  test = await startTestApp({
    companies: 0,
    db,
    parts: {
      more: async (server) => {
        await server.register(serveCommands(db, { onMaintenance: server.maintenance.read }))
      },
    },
  })
})
afterAll(() => test.close())
afterEach(() => order({ do: 'off' }))

const order = async (payload: object): Promise<string[]> => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/_control/maintenance',
    headers: { authorization: 'Bearer the token' },
    payload,
  })
  return answer.json().lines
}
const statusOf = async (url: string, method: 'GET' | 'POST' = 'GET'): Promise<number> =>
  (await test.app.inject({ method, url })).statusCode

describe('maintenance that is turned on while the server runs', () => {
  it('answers every call 503 with the words, the time and Retry-After, until it is off', async () => {
    expect(await order({ do: 'show' })).toEqual(['Maintenance is off.'])
    expect(await order(on)).toEqual([
      expect.stringMatching(/^Maintenance is on until 3 Mar 2026, .+: We’re moving/),
    ])
    for (const path of ['/configs', '/saved-work'])
      expect(await test.ask('GET', path)).toMatchObject({
        status: 503,
        headers: { 'retry-after': '30', 'maintenance-until': until },
        body: { code: 'maintenance', detail: 'We’re moving to a larger machine.', until },
      })
    expect(await order({ do: 'off' })).toEqual(['Maintenance is off.'])
    expect((await test.ask('GET', '/configs')).status).toBe(200)
  })

  it('leaves webhooks, health and readiness as they were', async () => {
    const before = [
      await statusOf('/health'),
      await statusOf('/ready'),
      await statusOf('/api/webhooks/clerk', 'POST'),
      await statusOf('/api/webhooks/stripe', 'POST'),
    ]
    await order(on)
    expect([
      await statusOf('/health'),
      await statusOf('/ready'),
      await statusOf('/api/webhooks/clerk', 'POST'),
      await statusOf('/api/webhooks/stripe', 'POST'),
    ]).toEqual(before)
    expect(before.slice(0, 2)).toEqual([200, 200])
  })

  it('replaces the words and the time of maintenance that is on', async () => {
    await order(on)
    await order({ do: 'on', text: 'Nearly done.', until: null })
    const { body, headers } = await test.ask('GET', '/configs')
    expect([body.detail, body.until, headers['maintenance-until']]).toEqual([
      'Nearly done.',
      null,
      '',
    ])
  })

  it.each([{ do: 'on', text: ' ', until: null }, { ...on, until: '14:00' }, { do: 'pause' }])(
    'refuses the command %o',
    async (command) => {
      expect(await order(command)).toBeUndefined()
      expect(await order({ do: 'show' })).toEqual(['Maintenance is off.'])
    },
  )
})

describe('another process of the same database', () => {
  it('learns of maintenance and of its end with its next look', async () => {
    const other = await followMaintenance({ db, setting: null })
    await operateMaintenance(db, on)
    await other.read()
    expect(other.current()).toEqual({ text: on.text, until })
    await operateMaintenance(db, { do: 'off' })
    await other.read()
    expect(other.current()).toBeNull()
  })

  it('starts in maintenance by its setting, whatever is stored', async () => {
    const setting = { text: 'Restoring a backup.', until: null }
    const other = await followMaintenance({ db, setting })
    await operateMaintenance(db, { do: 'off' })
    await other.read()
    expect(other.current()).toEqual(setting)
  })

  it('keeps its last answer while the database is away', async () => {
    await operateMaintenance(db, on)
    const broken = { ...db }
    const other = await followMaintenance({ db: broken, setting: null })
    Object.defineProperty(broken, 'owner', { value: null })
    await other.read()
    expect(other.current()?.text).toBe(on.text)
  })
})

describe('--until', () => {
  const now = new Date(2026, 2, 3, 10, 30)
  it.each([
    ['14:00', new Date(2026, 2, 3, 14, 0)],
    ['9:05', new Date(2026, 2, 4, 9, 5)],
    ['10:30', new Date(2026, 2, 4, 10, 30)],
    ['2026-03-05T14:00:00+08:00', new Date('2026-03-05T06:00:00Z')],
  ])('reads %s', (text, expected) => {
    expect(readUntil(text, now)).toBe(expected.toISOString())
  })
  it.each(['24:00', '14:60', '14', '2pm', '2026-03-05', ''])('refuses %j', (text) => {
    expect(() => readUntil(text, now)).toThrow('is no time')
  })
})
