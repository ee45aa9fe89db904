import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../../../../src/offline/browser.ts'
import { deviceDatabase } from '../../../../src/offline/names.ts'
import { countLosses } from '../../../../src/offline/wipe/count-losses.ts'
import {
  finishPendingWipe,
  forgetOrganisation,
  wipeDevice,
  hasPendingRevoke,
  hasPendingWipe,
  completeRevoke,
} from '../../../../src/offline/wipe/wipe.ts'
import { addDatabase, canary, dump, fill, openDatabase } from '../../../kit/device/canaries.ts'
import { createDevice, type Device, type Page } from '../../../kit/device/many-tabs.ts'

afterEach(() => vi.useRealTimers())

const ends = () => Promise.resolve()
const unreachable = () => Promise.reject(new Error('no network'))
const never = () => new Promise<void>(() => undefined)

/** As `main.tsx` does, and again where the page reloads; resolves when it may draw. */
const start = async (device: Device): Promise<Page> => {
  for (;;) {
    const page = device.openPage()
    if (!hasPendingWipe(page)) return page
    const drew = await Promise.race([
      finishPendingWipe(page).then(() => true),
      vi.waitUntil(() => page.redirectCount() > 0, { timeout: 5_000 }).then(() => false),
    ])
    if (drew) return page
  }
}

const filled = async (): Promise<Device> => {
  const device = createDevice()
  await fill(device)
  expect((await dump(device)).split(canary).length).toBeGreaterThan(20)
  return device
}

describe('signing out', () => {
  it('deletes personal data from every store, known or unknown, and keeps what the app needs to open', async () => {
    const device = await filled()
    const page = device.openPage()
    expect(await wipeDevice({ revoke: ends }, page)).toEqual({ clean: true, revoked: true })
    const contents = await dump(device)
    expect(contents).not.toContain(canary)
    expect(await device.indexedDB.databases()).toEqual([])
    expect([...device.caches.keys()].sort()).toEqual([
      'fieldbook-base-map-v1',
      'fieldbook-catalogues-v3',
      'fieldbook-clerk-js-v1',
      'fieldbook-map-v1',
      'workbox-precache-v2-https://app.fieldbook.example/',
    ])
    expect(device.local.get('fieldbook.ui')).toBe('{"theme":"dark","density":"comfortable"}')
    expect(device.pushed.subscribed).toBe(false)
    expect(page.redirectCount()).toBe(1)
  })

  it('uses its own list where the browser cannot list databases', async () => {
    const device = await filled()
    const page = device.openPage({ canList: false })
    const name = deviceDatabase('user_1', 'org_1')
    await addDatabase(device, name)
    device.local.set('fieldbook.databases', JSON.stringify([name]))
    await wipeDevice({}, page)
    const left = (await device.indexedDB.databases()).map((each) => each.name)
    expect(left).not.toContain(name)
  })

  it('clears a database that another tab blocks, and deletes it at the next start', async () => {
    const device = createDevice()
    await addDatabase(device, 'other-data')
    const stubborn = await openDatabase(device, 'other-data')
    device.local.set('fieldbook.wipe-pending', '"everything"')
    await start(device)
    expect(await rowsOf(stubborn)).toBe(0)
    expect(hasPendingWipe(device.openPage())).toBe(true)
    // The next user works on and loses nothing.
    const next = deviceDatabase('user_2', 'org_2')
    await addDatabase(device, next)
    stubborn.close()
    await start(device)
    expect(hasPendingWipe(device.openPage())).toBe(false)
    expect((await device.indexedDB.databases()).map(({ name }) => name)).toEqual([next])
  })

  it('runs once where a page requests it twice', async () => {
    const page = (await filled()).openPage()
    const revoke = vi.fn<() => Promise<void>>(ends)
    await Promise.all([wipeDevice({ revoke }, page), wipeDevice({}, page)])
    expect(revoke).toHaveBeenCalledOnce()
    expect(page.redirectCount()).toBe(1)
  })
})

const rowsOf = (db: IDBDatabase): Promise<number> =>
  new Promise((resolve) => {
    const request = db.transaction('searches').objectStore('searches').count()
    request.addEventListener('success', () => resolve(request.result))
  })

describe('an interrupted sign-out', () => {
  it('is finished before the next page draws, whenever it was interrupted', async () => {
    const whole = await filled()
    const undisturbed = whole.openPage()
    const opened = undisturbed.deeds()
    await wipeDevice({ revoke: ends }, undisturbed)
    const moments = undisturbed.deeds()
    expect(moments).toBeGreaterThan(50)
    for (let diesAt = 1; diesAt <= moments; diesAt += 1) {
      const device = await filled()
      const page = device.openPage({ diesAt })
      wipeDevice({ revoke: ends }, page).catch(() => undefined)
      await page.killed
      const isPending = hasPendingWipe(device.openPage())
      // Before the note is written no user has signed out, and nothing is lost.
      expect(isPending || diesAt <= opened + 3).toBe(true)
      if (!isPending) continue
      await start(device)
      expect(await dump(device), `killed at moment ${diesAt} of ${moments}`).not.toContain(canary)
      expect(hasPendingWipe(device.openPage())).toBe(false)
    }
  }, 60_000)

  it('is finished once, and not again under the next user', async () => {
    const device = await filled()
    const killed = device.openPage({ diesAt: 12 })
    wipeDevice({ revoke: ends }, killed).catch(() => undefined)
    await killed.killed
    const late = device.openPage()
    const first = await start(device)
    expect(hasPendingWipe(first)).toBe(false)
    device.local.set('fieldbook.queries.user_2.org_2', 'of the next person')
    await finishPendingWipe(late)
    expect(device.local.get('fieldbook.queries.user_2.org_2')).toBe('of the next person')
  })

  it('reloads a page that may have read data already', async () => {
    const device = await filled()
    device.local.set('fieldbook.wipe-pending', '"everything"')
    const page = device.openPage()
    const settled = vi.fn<() => void>()
    void finishPendingWipe(page).then(settled)
    await vi.waitUntil(() => page.redirectCount() === 1)
    expect(settled).not.toHaveBeenCalled()
    expect(hasPendingWipe(device.openPage())).toBe(false)
  })
})

describe('several tabs at sign-out', () => {
  it('all stop, close their databases and navigate away', async () => {
    const device = await filled()
    const others = [device.openPage(), device.openPage()]
    const name = deviceDatabase('user_1', 'org_1')
    await addDatabase(device, name)
    for (const other of others) {
      other.tab.watch(new EventTarget())
      const db = await openDatabase(device, name)
      other.tab.onStop(() => db.close())
    }
    const page = device.openPage()
    expect((await wipeDevice({ revoke: ends }, page)).clean).toBe(true)
    for (const other of others) {
      expect(other.tab.hasLeft()).toBe(true)
      expect(other.sealed()).toBe(true)
      expect(other.redirectCount()).toBe(1)
    }
    expect(await dump(device)).not.toContain(canary)
  })

  it('learn of it by a storage event without a channel', async () => {
    const device = await filled()
    const silent = (browser: Browser): Browser => ({ ...browser, channel: () => null })
    const other = device.openPage({ alters: silent })
    const page = new EventTarget()
    other.tab.watch(page)
    const note = { key: 'fieldbook.wipe-pending', newValue: '"everything"' }
    page.dispatchEvent(Object.assign(new Event('storage'), note))
    await vi.waitUntil(() => other.redirectCount() === 1)
    expect(other.sealed()).toBe(true)
  })

  it('delay it by 300 ms where they do not answer and no worker counts them', async () => {
    const device = await filled()
    const alone = (browser: Browser): Browser => ({ ...browser, worker: async () => null })
    const deaf = device.openPage()
    deaf.browser.channel()
    expect((await wipeDevice({}, device.openPage({ alters: alone }))).clean).toBe(true)
  })

  it('wipe nothing of the next user where they notice the sign-out late', async () => {
    const device = await filled()
    const slow = device.openPage()
    await wipeDevice({}, device.openPage())
    await start(device)
    device.local.set('fieldbook.queries.user_2.org_2', 'of the next person')
    await wipeDevice({}, slow)
    expect(slow.redirectCount()).toBe(1)
    expect(hasPendingWipe(device.openPage())).toBe(false)
    expect(device.local.get('fieldbook.queries.user_2.org_2')).toBe('of the next person')
  })

  it('do not return from the back/forward cache after it', async () => {
    const device = await filled()
    const slept = device.openPage()
    const page = new EventTarget()
    slept.tab.watch(page)
    page.dispatchEvent(new Event('pageshow'))
    expect(slept.redirectCount()).toBe(0)
    device.local.set('fieldbook.epoch', '1')
    page.dispatchEvent(new Event('pageshow'))
    expect(slept.redirectCount()).toBe(1)
  })
})

describe('the session storage of a tab', () => {
  it('is cleared when any tab signs out', async () => {
    const device = await filled()
    const session = new Map([['stray', canary]])
    const other = device.openPage({ session })
    other.tab.watch(new EventTarget())
    await wipeDevice({}, device.openPage())
    expect(session.has('stray')).toBe(false)
  })

  it('is cleared before any read where the browser restores it after a sign-out', async () => {
    const device = await filled()
    const session = new Map([['stray', canary]])
    await wipeDevice({}, device.openPage())
    device.openPage({ session })
    expect(session.has('stray')).toBe(false)
    session.set('stray', 'of the next person')
    device.openPage({ session })
    expect(session.get('stray')).toBe('of the next person')
  })
})

describe('an answer after the sign-out', () => {
  const slow = () => {
    const reply = Promise.withResolvers<Response>()
    const send = vi.fn<typeof fetch>(() => reply.promise)
    return { send, arrive: () => reply.resolve(new Response(canary)) }
  }

  it('is dropped, and its request aborted', async () => {
    const page = (await filled()).openPage()
    const { send, arrive } = slow()
    const reply = page.tab.withinEpoch(send)('/api/records')
    reply.catch(() => undefined)
    await wipeDevice({}, page)
    expect(send.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    arrive()
    await expect(reply).rejects.toThrow('A user signed out')
  })

  it('is dropped in a frozen tab, which then navigates away', async () => {
    const device = await filled()
    const page = device.openPage()
    const { send, arrive } = slow()
    const reply = page.tab.withinEpoch(send)('/api/records')
    device.local.set('fieldbook.epoch', '1')
    arrive()
    await expect(reply).rejects.toThrow('A user signed out')
    await vi.waitUntil(() => page.redirectCount() === 1)
  })

  it('is the last: no further request is sent', async () => {
    const device = await filled()
    const page = device.openPage()
    await wipeDevice({}, page)
    const send = vi.fn<typeof fetch>()
    await expect(page.tab.withinEpoch(send)('/api/records')).rejects.toThrow('A user signed out')
    expect(send).not.toHaveBeenCalled()
  })

  it('would be stored without the session epoch', async () => {
    const { send, arrive } = slow()
    const reply = send('/api/records')
    arrive()
    expect(await (await reply).text()).toBe(canary)
  })
})

describe('the session at the sign-in service', () => {
  it('stays pending where it could not be ended, without a note of the user', async () => {
    const device = await filled()
    const page = device.openPage()
    expect(await wipeDevice({ revoke: unreachable }, page)).toEqual({ clean: true, revoked: false })
    const next = await start(device)
    expect(hasPendingRevoke(next)).toBe(true)
    expect(await dump(device)).not.toContain(canary)
    await expect(completeRevoke(unreachable, next)).rejects.toThrow('no network')
    expect(hasPendingRevoke(next)).toBe(true)
    await completeRevoke(ends, next)
    expect(hasPendingRevoke(next)).toBe(false)
  })

  it('is ended by one tab of several', async () => {
    const device = await filled()
    await wipeDevice({ revoke: unreachable }, device.openPage())
    const revoke = vi.fn<() => Promise<void>>(ends)
    await Promise.all([
      completeRevoke(revoke, await start(device)),
      completeRevoke(revoke, await start(device)),
    ])
    expect(revoke).toHaveBeenCalledOnce()
  })

  it('does not delay the sign-out where the service does not answer', async () => {
    const page = (await filled()).openPage()
    expect(await wipeDevice({ revoke: never }, page)).toEqual({ clean: true, revoked: false })
    expect(hasPendingRevoke(page)).toBe(true)
  })

  it('is not pending where it is already over', async () => {
    const page = (await filled()).openPage()
    await wipeDevice({}, page)
    expect(hasPendingRevoke(page)).toBe(false)
  })
})

describe('an organisation that the user left', () => {
  it('is deleted from the device with its data, and nothing else is', async () => {
    const device = createDevice()
    const [leftDatabase, otherDatabase] = [
      deviceDatabase('user_1', 'org_1'),
      deviceDatabase('user_1', 'org_2'),
    ]
    await addDatabase(device, leftDatabase)
    await addDatabase(device, otherDatabase)
    device.local.set('fieldbook.queries.user_1.org_1', canary)
    device.local.set('fieldbook.queries.user_1.org_2', 'kept')
    device.caches.set('fieldbook-data-user_1-org_1', canary)
    const page = device.openPage()
    const other = device.openPage()
    other.tab.watch(new EventTarget())
    const db = await openDatabase(device, leftDatabase)
    const onStop = vi.fn<(what: unknown) => void>(() => db.close())
    other.tab.onStop(onStop)
    await forgetOrganisation('user_1', 'org_1', page)
    expect(onStop).toHaveBeenCalledWith({ userId: 'user_1', orgId: 'org_1' })
    expect((await device.indexedDB.databases()).map((each) => each.name)).toEqual([otherDatabase])
    expect([...device.local.keys()]).toEqual(['fieldbook.queries.user_1.org_2'])
    expect([...device.caches.keys()]).toEqual([])
    expect([page.redirectCount(), other.redirectCount(), page.tab.hasLeft()]).toEqual([0, 0, false])
    expect(hasPendingWipe(page)).toBe(false)
  })

  it('is deleted after a restart where the page was killed meanwhile', async () => {
    const device = createDevice()
    await addDatabase(device, deviceDatabase('user_1', 'org_1'))
    const page = device.openPage({ diesAt: 8 })
    void forgetOrganisation('user_1', 'org_1', page).catch(() => undefined)
    await page.killed
    await start(device)
    expect(await device.indexedDB.databases()).toEqual([])
  })
})

it('the canaries detect a wipe that deletes no databases', async () => {
  const device = await filled()
  const forgetful = (browser: Browser): Browser => ({ ...browser, databases: null })
  await wipeDevice({ revoke: ends }, device.openPage({ alters: forgetful }))
  expect(await dump(device)).toContain(canary)
})

it('unsent changes are counted in every organisation of the user', async () => {
  const device = createDevice()
  await addDatabase(device, deviceDatabase('user_1', 'org_1'))
  await addDatabase(device, deviceDatabase('user_1', 'org_2'))
  await addDatabase(device, 'other-data')
  expect(await countLosses(device.openPage())).toEqual({ unsent: 2, copies: 0 })
})

it('an undecided conflict counts as unsent, because signing out deletes its version', async () => {
  const device = createDevice()
  const db = await openDatabase(device, deviceDatabase('user_1', 'org_1'), (database) => {
    database.createObjectStore('outbox')
    database.createObjectStore('conflicts').put({ kind: 'gone' }, 1)
  })
  db.close()
  expect(await countLosses(device.openPage())).toEqual({ unsent: 1, copies: 0 })
})

it('offline copies are counted, and edits by the way are not, because a user would not miss them', async () => {
  const device = createDevice()
  const db = await openDatabase(device, deviceDatabase('user_1', 'org_1'), (database) => {
    const outbox = database.createObjectStore('outbox')
    for (const [key, kind] of ['signals-act', 'recent', 'notices-read', 'activity'].entries())
      outbox.put({ kind }, key)
    database.createObjectStore('conflicts')
    database.createObjectStore('pins').put({ id: 'list:l1' }, 1)
  })
  db.close()
  expect(await countLosses(device.openPage())).toEqual({ unsent: 1, copies: 1 })
})
