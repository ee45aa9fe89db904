import { asSend, someDevice } from '../../kit/device/device.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../kit/fixtures/records.ts'
import { startPageSync } from '../../../src/app/page-sync.ts'
import { findCachedRecord } from '../../../src/shared/records/cached-records.ts'
import { createSession } from '../../../src/session/session.ts'
import { pins, viewedRecords, watch } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { requestPin } from '../../../src/offline/pins.ts'
import { applyPage } from '../../../src/offline/apply-page.ts'
import { dropOldContacts, saveViewed, withoutOldContacts } from '../../../src/offline/records.ts'

const hour = 3_600_000
const day = 24 * hour
const email = 'ava@builders.example'

const ava = aPerson(1, {
  id: 'p1',
  name: 'Ava Example',
  first_name: 'Ava',
  last_name: 'Example',
  work_email: { value: email, masked: 'a••@builders.example', deliverability: 'Verified' },
  unlocked: true,
})

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const aDevice = async () => {
  const { device, newId } = someDevice()
  const clock = { now: Date.parse('2026-03-03T10:00:00Z') }
  const local: Local = { device, newId, now: () => clock.now }
  open.push(() => device.close())
  await saveViewed(local, 'people', ava)
  const readStored = async () => JSON.stringify(await local.device.tables.records.get('p1'))
  return { local, clock, readStored }
}
const syncWithServer = (local: Local, cursor: string | null) =>
  applyPage(
    local,
    { cursor, answered: 0 },
    { changes: [], cursor: `${local.now()}`, more: false, reset: false },
  )

describe('contact details on a device', () => {
  it('stay for 6 days and 23 hours without contact, and are deleted after 7 days and 1 hour', async () => {
    const { local, clock, readStored } = await aDevice()
    await syncWithServer(local, null)
    clock.now += 7 * day - hour
    expect(await dropOldContacts(local)).toBe(false)
    expect(await readStored()).toContain(email)
    clock.now += 2 * hour
    expect(await dropOldContacts(local)).toBe(true)
    expect(await readStored()).not.toContain(email)
    expect(await local.device.tables.records.get('p1')).toMatchObject({
      view: {
        name: 'Ava Example',
        unlocked: false,
        work_email: { masked: ava.work_email?.masked },
      },
    })
  })

  it.each([
    ['a month', 30 * day],
    ['8 days', 8 * day],
    ['6 days', 6 * day],
  ])('are deleted after 7 days although the clock was set back by %s', async (_, back) => {
    const { local, clock, readStored } = await aDevice()
    await syncWithServer(local, null)
    clock.now -= back
    expect(await dropOldContacts(local)).toBe(true)
    expect(await readStored()).not.toContain(email)
  })

  it('stay where the clock was corrected by minutes, and where the server answered since it was set back', async () => {
    const { local, clock, readStored } = await aDevice()
    await syncWithServer(local, null)
    clock.now -= 5 * 60_000
    expect(await dropOldContacts(local)).toBe(false)
    clock.now -= 30 * day
    await saveViewed(local, 'people', { ...ava, id: 'p2' })
    expect(await dropOldContacts(local)).toBe(false)
    expect(await readStored()).toContain(email)
  })

  it('are not read from a device whose clock was set back', async () => {
    const { local, clock } = await aDevice()
    await syncWithServer(local, null)
    clock.now -= 8 * day
    expect(JSON.stringify(await findCachedRecord(local.device, 'p1', clock.now))).not.toContain(
      email,
    )
  })

  it('stay after any contact with the server, a pull or a record', async () => {
    const { local, clock, readStored } = await aDevice()
    await syncWithServer(local, null)
    const first = `${local.now()}`
    clock.now += 6 * day
    await syncWithServer(local, first)
    clock.now += 6 * day
    await dropOldContacts(local)
    expect(await readStored()).toContain(email)
    await saveViewed(local, 'people', { ...ava, id: 'p2' })
    clock.now += 6 * day
    await dropOldContacts(local)
    expect(await readStored()).toContain(email)
  })

  it('return with a full download of the offline copy', async () => {
    const { local, clock } = await aDevice()
    await requestPin(local, { source: 'list', sourceId: 'l1', category: 'people' })
    await requestPin(local, { source: 'list', sourceId: 'l2', category: 'company' })
    const synced = { asOf: 'then', state: 'ready', fetchedAt: clock.now } as const
    await requestPin(local, { source: 'list', sourceId: 'l3', category: 'company' })
    await local.device.write(['pins'], async ({ pins: all }) => {
      await all.toCollection().modify(synced)
      await all.update('list:l3', { hasPeople: true })
    })
    clock.now += 7 * day + hour
    await dropOldContacts(local)
    const storedPins = await pins(local.device)
    expect(storedPins.map(({ sourceId, asOf }) => [sourceId, asOf])).toEqual([
      ['l1', null],
      ['l2', 'then'],
      ['l3', null],
    ])
  })
})

describe('a device that opens', () => {
  it('hides old contact details from every screen, and shows later ones', async () => {
    const { local, clock } = await aDevice()
    clock.now += 7 * day + hour
    const opened = { ...local, device: withoutOldContacts(local.device, local.now) }
    const drawn: string[] = []
    const stop = watch(opened.device, viewedRecords, {
      next: (rows) => drawn.push(JSON.stringify(rows)),
      error: (kind) => drawn.push(kind),
    })
    open.push(stop)
    await expect.poll(() => drawn.length).toBeGreaterThan(0)
    await saveViewed(opened, 'people', { ...ava, id: 'p2', name: 'Ben Example', unlocked: false })
    await expect.poll(() => drawn.at(-1)).toContain('Ben Example')
    expect(drawn.filter((rows) => rows.includes(email))).toEqual([])
  })
})

describe('an open page', () => {
  it('deletes old contact details at a late start, and while it stays open offline', async () => {
    const { local, clock, readStored } = await aDevice()
    const timers: (() => void)[] = []
    const pass = (ms: number): void => {
      clock.now += ms
      for (const run of timers.splice(0)) run()
    }
    const unreachable = asSend(() => Promise.resolve({ kind: 'unreachable' }))
    const openPage = () =>
      startPageSync({
        local,
        send: unreachable,
        session: createSession(),
        settings: {
          later: (_, run) => {
            timers.push(run)
            return () => void timers.splice(timers.indexOf(run), 1)
          },
          locks: null,
        },
      })
    open.push(openPage())
    pass(7 * day - hour)
    // A write runs after those that started before it.
    await local.device.write(['records', 'pins', 'meta'], () => Promise.resolve())
    expect(await readStored()).toContain(email)
    pass(2 * hour)
    await expect.poll(readStored).not.toContain(email)
    await saveViewed(local, 'people', ava)
    await open.pop()?.()
    clock.now += 8 * day
    expect(await readStored()).toContain(email)
    open.push(openPage())
    await expect.poll(readStored).not.toContain(email)
  })
})
