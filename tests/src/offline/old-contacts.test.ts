import { someDevice } from '../../kit/device/device.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { PersonView } from '../../../contract/records/records.ts'
import { startPageSync } from '../../../src/app/page-sync.ts'
import { keptRecord } from '../../../src/screens/records/kept.ts'
import { createSession } from '../../../src/session/session.ts'
import { pins, viewedRecords, watch } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send } from '../../../src/offline/outcome.ts'
import { askForPin } from '../../../src/offline/pins.ts'
import { applyPage } from '../../../src/offline/pulling.ts'
import {
  dropOldContacts,
  keepViewed,
  recordOf,
  withoutOldContacts,
} from '../../../src/offline/records.ts'

const hour = 3_600_000
const day = 24 * hour
const email = 'ava@builders.example'

const ava: PersonView = {
  id: 'p1',
  name: 'Ava Example',
  first_name: 'Ava',
  last_name: 'Example',
  position: 'Buyer',
  position_cleaned: 'Buyer',
  company_id: 'c1',
  company: { name: 'Builders 1' },
  history: [],
  skills: [],
  social: {},
  previous_company_flag: false,
  quality: { completeness: 50 },
  provenance: {},
  work_email: { value: email, masked: 'a••@builders.example', deliverability: 'Verified' },
  unlocked: true,
  lists: [],
}

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A device whose clock is turned by hand, with a person whose email is unlocked. */
const aDevice = async () => {
  const { device, newId } = someDevice()
  const clock = { now: Date.parse('2026-03-03T10:00:00Z') }
  const local: Local = { device, newId, now: () => clock.now }
  open.push(() => device.close())
  await keepViewed(local, 'people', ava)
  const kept = async () => JSON.stringify(await recordOf(local, 'p1'))
  return { local, clock, kept }
}
const heardFromServer = (local: Local, since: string | null) =>
  applyPage(local, since, { changes: [], cursor: `${local.now()}`, more: false, reset: false })

describe('contact details on a device', () => {
  it('stay for 6 days and 23 hours without a word from the server, and are gone after 7 days and 1 hour', async () => {
    const { local, clock, kept } = await aDevice()
    await heardFromServer(local, null)
    clock.now += 7 * day - hour
    expect(await dropOldContacts(local)).toBe(false)
    expect(await kept()).toContain(email)
    clock.now += 2 * hour
    expect(await dropOldContacts(local)).toBe(true)
    expect(await kept()).not.toContain(email)
    expect(await recordOf(local, 'p1')).toMatchObject({
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
  ])('do not outlive 7 days because the clock was set back by %s', async (_, back) => {
    const { local, clock, kept } = await aDevice()
    await heardFromServer(local, null)
    clock.now -= back
    expect(await dropOldContacts(local)).toBe(true)
    expect(await kept()).not.toContain(email)
  })

  it('stay where the clock was corrected by a few minutes, and where the server was heard since it was set back', async () => {
    const { local, clock, kept } = await aDevice()
    await heardFromServer(local, null)
    clock.now -= 5 * 60_000
    expect(await dropOldContacts(local)).toBe(false)
    clock.now -= 30 * day
    await keepViewed(local, 'people', { ...ava, id: 'p2' })
    expect(await dropOldContacts(local)).toBe(false)
    expect(await kept()).toContain(email)
  })

  it('are not read from a device whose clock was set back', async () => {
    const { local, clock } = await aDevice()
    await heardFromServer(local, null)
    clock.now -= 8 * day
    expect(JSON.stringify(await keptRecord(local.device, 'p1', clock.now))).not.toContain(email)
  })

  it('stay while the server is heard, whether it tells what is new or shows a record', async () => {
    const { local, clock, kept } = await aDevice()
    await heardFromServer(local, null)
    const first = `${local.now()}`
    clock.now += 6 * day
    await heardFromServer(local, first)
    clock.now += 6 * day
    await dropOldContacts(local)
    expect(await kept()).toContain(email)
    await keepViewed(local, 'people', { ...ava, id: 'p2' })
    clock.now += 6 * day
    await dropOldContacts(local)
    expect(await kept()).toContain(email)
  })

  it('come back with what is available offline: it is fetched whole the next time', async () => {
    const { local, clock } = await aDevice()
    await askForPin(local, { source: 'list', sourceId: 'l1', category: 'people' })
    await askForPin(local, { source: 'list', sourceId: 'l2', category: 'company' })
    const told = { asOf: 'then', state: 'ready', fetchedAt: clock.now } as const
    await local.device.write(['pins'], (tables) => tables.pins.toCollection().modify(told))
    clock.now += 7 * day + hour
    await dropOldContacts(local)
    const held = await pins(local.device)
    expect(held.map(({ sourceId, asOf }) => [sourceId, asOf])).toEqual([
      ['l1', null],
      ['l2', 'then'],
    ])
  })
})

describe('a device that is opened', () => {
  it('shows no screen what is too old, and tells it of what comes later', async () => {
    const { local, clock } = await aDevice()
    clock.now += 7 * day + hour
    const opened = { ...local, device: withoutOldContacts(local.device, local.now) }
    const drawn: string[] = []
    const stop = watch(opened.device, viewedRecords, {
      next: (rows) => drawn.push(JSON.stringify(rows)),
      trouble: (kind) => drawn.push(kind),
    })
    open.push(stop)
    await expect.poll(() => drawn.length).toBeGreaterThan(0)
    await keepViewed(opened, 'people', { ...ava, id: 'p2', name: 'Ben Example', unlocked: false })
    await expect.poll(() => drawn.at(-1)).toContain('Ben Example')
    expect(drawn.filter((rows) => rows.includes(email))).toEqual([])
  })
})

describe('an open page', () => {
  it('removes them when it starts too late, and while it stays open without a network', async () => {
    const { local, clock, kept } = await aDevice()
    const timers: (() => void)[] = []
    const pass = (ms: number): void => {
      clock.now += ms
      for (const run of timers.splice(0)) run()
    }
    const unreachable: Send = () => Promise.resolve({ kind: 'unreachable' })
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
    // A write goes after those that were begun before it.
    await local.device.write(['records', 'pins', 'meta'], () => Promise.resolve())
    expect(await kept()).toContain(email)
    pass(2 * hour)
    await expect.poll(kept).not.toContain(email)
    await keepViewed(local, 'people', ava)
    await open.pop()?.()
    clock.now += 8 * day
    expect(await kept()).toContain(email)
    open.push(openPage())
    await expect.poll(kept).not.toContain(email)
  })
})
