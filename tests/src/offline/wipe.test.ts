import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Browser } from '../../../src/offline/browser.ts'
import { deviceDatabase } from '../../../src/offline/names.ts'
import { countUnsent } from '../../../src/offline/unsent.ts'
import {
  finishPendingWipe,
  forgetOrganisation,
  leave,
  pendingRevoke,
  pendingWipe,
  settleRevoke,
} from '../../../src/offline/wipe.ts'
import { addDatabase, canary, dump, fill, opened } from '../../kit/device/canaries.ts'
import { createDevice, type Device, type Page } from '../../kit/device/many-tabs.ts'

afterEach(() => vi.useRealTimers())

const ends = () => Promise.resolve()
const unreachable = () => Promise.reject(new Error('no network'))
const never = () => new Promise<void>(() => undefined)

/** Opens a page as `main.tsx` does, again where it asks to be loaded anew; resolves when it may draw. */
const start = async (device: Device): Promise<Page> => {
  for (;;) {
    const page = device.openPage()
    if (!pendingWipe(page)) return page
    const drew = await Promise.race([
      finishPendingWipe(page).then(() => true),
      vi.waitUntil(() => page.gone() > 0, { timeout: 5_000 }).then(() => false),
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
  it('leaves nothing of anybody in any store, known or unknown, and keeps what the app needs to open', async () => {
    const device = await filled()
    const page = device.openPage()
    expect(await leave({ revoke: ends }, page)).toEqual({ clean: true, revoked: true })
    const kept = await dump(device)
    expect(kept).not.toContain(canary)
    expect(await device.indexedDB.databases()).toEqual([])
    expect([...device.caches.keys()].sort()).toEqual([
      'fieldbook-catalogues-v2',
      'fieldbook-clerk-js-v1',
      'workbox-precache-v2-https://app.fieldbook.example/',
    ])
    expect(device.local.get('fieldbook.ui')).toBe('{"theme":"dark","density":"comfortable"}')
    expect(device.pushed.subscribed).toBe(false)
    expect(page.gone()).toBe(1)
  })

  it('where databases cannot be listed goes by its own list', async () => {
    const device = await filled()
    const page = device.openPage({ canList: false })
    const name = deviceDatabase('user_1', 'org_1')
    await addDatabase(device, name)
    device.local.set('fieldbook.databases', JSON.stringify([name]))
    await leave({}, page)
    const left = (await device.indexedDB.databases()).map((each) => each.name)
    expect(left).not.toContain(name)
  })

  it('is not held up by a tab that lets no database go: that one is emptied, and it alone deleted at the next start', async () => {
    const device = createDevice()
    await addDatabase(device, 'somebody-elses')
    const stubborn = await opened(device, 'somebody-elses')
    device.local.set('fieldbook.wipe-pending', '"everything"')
    await start(device)
    expect(await rowsOf(stubborn)).toBe(0)
    expect(pendingWipe(device.openPage())).toBe(true)
    // The next person works on, and loses nothing.
    const next = deviceDatabase('user_2', 'org_2')
    await addDatabase(device, next)
    stubborn.close()
    await start(device)
    expect(pendingWipe(device.openPage())).toBe(false)
    expect((await device.indexedDB.databases()).map(({ name }) => name)).toEqual([next])
  })

  it('asked for twice in one page happens once', async () => {
    const page = (await filled()).openPage()
    const revoke = vi.fn<() => Promise<void>>(ends)
    await Promise.all([leave({ revoke }, page), leave({}, page)])
    expect(revoke).toHaveBeenCalledOnce()
    expect(page.gone()).toBe(1)
  })
})

const rowsOf = (db: IDBDatabase): Promise<number> =>
  new Promise((resolve) => {
    const request = db.transaction('searches').objectStore('searches').count()
    request.addEventListener('success', () => resolve(request.result))
  })

describe('a sign-out that is killed', () => {
  it('at whatever moment is finished before the next page draws', async () => {
    const whole = await filled()
    const undisturbed = whole.openPage()
    const opened = undisturbed.deeds()
    await leave({ revoke: ends }, undisturbed)
    const moments = undisturbed.deeds()
    expect(moments).toBeGreaterThan(50)
    for (let diesAt = 1; diesAt <= moments; diesAt += 1) {
      const device = await filled()
      const page = device.openPage({ diesAt })
      leave({ revoke: ends }, page).catch(() => undefined)
      await page.killed
      const begun = pendingWipe(device.openPage())
      // Before it is noted nobody has signed out, and nobody has lost anything.
      expect(begun || diesAt <= opened + 3).toBe(true)
      if (!begun) continue
      await start(device)
      expect(await dump(device), `killed at moment ${diesAt} of ${moments}`).not.toContain(canary)
      expect(pendingWipe(device.openPage())).toBe(false)
    }
  }, 60_000)

  it('is finished once, and not again under the next person', async () => {
    const device = await filled()
    const killed = device.openPage({ diesAt: 12 })
    leave({ revoke: ends }, killed).catch(() => undefined)
    await killed.killed
    const late = device.openPage()
    const first = await start(device)
    expect(pendingWipe(first)).toBe(false)
    device.local.set('fieldbook.queries.user_2.org_2', 'of the next person')
    await finishPendingWipe(late)
    expect(device.local.get('fieldbook.queries.user_2.org_2')).toBe('of the next person')
  })

  it('has the page loaded anew where it may have read something already', async () => {
    const device = await filled()
    device.local.set('fieldbook.wipe-pending', '"everything"')
    const page = device.openPage()
    const settled = vi.fn<() => void>()
    void finishPendingWipe(page).then(settled)
    await vi.waitUntil(() => page.gone() === 1)
    expect(settled).not.toHaveBeenCalled()
    expect(pendingWipe(device.openPage())).toBe(false)
  })
})

describe('several tabs', () => {
  it('all stop, let their databases go and are left', async () => {
    const device = await filled()
    const others = [device.openPage(), device.openPage()]
    const name = deviceDatabase('user_1', 'org_1')
    await addDatabase(device, name)
    for (const other of others) {
      other.tab.watch(new EventTarget())
      const db = await opened(device, name)
      other.tab.onStop(() => db.close())
    }
    const page = device.openPage()
    expect((await leave({ revoke: ends }, page)).clean).toBe(true)
    for (const other of others) {
      expect(other.tab.hasLeft()).toBe(true)
      expect(other.sealed()).toBe(true)
      expect(other.gone()).toBe(1)
    }
    expect(await dump(device)).not.toContain(canary)
  })

  it('without a channel hear of it by the note that the leaving one writes', async () => {
    const device = await filled()
    const silent = (browser: Browser): Browser => ({ ...browser, channel: () => null })
    const other = device.openPage({ alters: silent })
    const page = new EventTarget()
    other.tab.watch(page)
    const note = { key: 'fieldbook.wipe-pending', newValue: '"everything"' }
    page.dispatchEvent(Object.assign(new Event('storage'), note))
    await vi.waitUntil(() => other.gone() === 1)
    expect(other.sealed()).toBe(true)
  })

  it('that do not answer, with no worker to count them, hold it up for 300 ms', async () => {
    const device = await filled()
    const alone = (browser: Browser): Browser => ({ ...browser, worker: async () => null })
    const deaf = device.openPage()
    deaf.browser.channel()
    expect((await leave({}, device.openPage({ alters: alone }))).clean).toBe(true)
  })

  it('that notice late that nobody is signed in wipe nothing of the next person', async () => {
    const device = await filled()
    const slow = device.openPage()
    await leave({}, device.openPage())
    await start(device)
    device.local.set('fieldbook.queries.user_2.org_2', 'of the next person')
    await leave({}, slow)
    expect(slow.gone()).toBe(1)
    expect(pendingWipe(device.openPage())).toBe(false)
    expect(device.local.get('fieldbook.queries.user_2.org_2')).toBe('of the next person')
  })

  it('that slept through it do not come back from the memory of the browser', async () => {
    const device = await filled()
    const slept = device.openPage()
    const page = new EventTarget()
    slept.tab.watch(page)
    page.dispatchEvent(new Event('pageshow'))
    expect(slept.gone()).toBe(0)
    device.local.set('fieldbook.epoch', '1')
    page.dispatchEvent(new Event('pageshow'))
    expect(slept.gone()).toBe(1)
  })
})

describe('the session storage of a tab', () => {
  it('is emptied with the tab, wherever somebody signs out', async () => {
    const device = await filled()
    const session = new Map([['stray', canary]])
    const other = device.openPage({ session })
    other.tab.watch(new EventTarget())
    await leave({}, device.openPage())
    expect(session.has('stray')).toBe(false)
  })

  it('that the browser brings back after a sign-out is empty before anything reads it', async () => {
    const device = await filled()
    const session = new Map([['stray', canary]])
    await leave({}, device.openPage())
    device.openPage({ session })
    expect(session.has('stray')).toBe(false)
    session.set('stray', 'of the next person')
    device.openPage({ session })
    expect(session.get('stray')).toBe('of the next person')
  })
})

describe('a reply that comes after the sign-out', () => {
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
    await leave({}, page)
    expect(send.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    arrive()
    await expect(reply).rejects.toThrow('Somebody signed out')
  })

  it('is dropped in a tab that slept through it, which then goes too', async () => {
    const device = await filled()
    const page = device.openPage()
    const { send, arrive } = slow()
    const reply = page.tab.withinEpoch(send)('/api/records')
    device.local.set('fieldbook.epoch', '1')
    arrive()
    await expect(reply).rejects.toThrow('Somebody signed out')
    await vi.waitUntil(() => page.gone() === 1)
  })

  it('has nothing follow it: no request is sent any more', async () => {
    const device = await filled()
    const page = device.openPage()
    await leave({}, page)
    const send = vi.fn<typeof fetch>()
    await expect(page.tab.withinEpoch(send)('/api/records')).rejects.toThrow('Somebody signed out')
    expect(send).not.toHaveBeenCalled()
  })

  it('would be taken without the epoch', async () => {
    const { send, arrive } = slow()
    const reply = send('/api/records')
    arrive()
    expect(await (await reply).text()).toBe(canary)
  })
})

describe('the session at the sign-in service', () => {
  it('that could not be ended is owed its end, and nothing that is noted says whose it was', async () => {
    const device = await filled()
    const page = device.openPage()
    expect(await leave({ revoke: unreachable }, page)).toEqual({ clean: true, revoked: false })
    const next = await start(device)
    expect(pendingRevoke(next)).toBe(true)
    expect(await dump(device)).not.toContain(canary)
    await expect(settleRevoke(unreachable, next)).rejects.toThrow('no network')
    expect(pendingRevoke(next)).toBe(true)
    await settleRevoke(ends, next)
    expect(pendingRevoke(next)).toBe(false)
  })

  it('is ended by one tab of several', async () => {
    const device = await filled()
    await leave({ revoke: unreachable }, device.openPage())
    const revoke = vi.fn<() => Promise<void>>(ends)
    await Promise.all([
      settleRevoke(revoke, await start(device)),
      settleRevoke(revoke, await start(device)),
    ])
    expect(revoke).toHaveBeenCalledOnce()
  })

  it('that does not answer keeps nobody waiting', async () => {
    const page = (await filled()).openPage()
    expect(await leave({ revoke: never }, page)).toEqual({ clean: true, revoked: false })
    expect(pendingRevoke(page)).toBe(true)
  })

  it('that is over already is owed nothing', async () => {
    const page = (await filled()).openPage()
    await leave({}, page)
    expect(pendingRevoke(page)).toBe(false)
  })
})

describe('an organisation that was left', () => {
  it('goes from the device with what it kept, and nothing else does', async () => {
    const device = createDevice()
    const [gone, stays] = [deviceDatabase('user_1', 'org_1'), deviceDatabase('user_1', 'org_2')]
    await addDatabase(device, gone)
    await addDatabase(device, stays)
    device.local.set('fieldbook.queries.user_1.org_1', canary)
    device.local.set('fieldbook.queries.user_1.org_2', 'kept')
    device.caches.set('fieldbook-data-user_1-org_1', canary)
    const page = device.openPage()
    const other = device.openPage()
    other.tab.watch(new EventTarget())
    const db = await opened(device, gone)
    const heard = vi.fn<(what: unknown) => void>(() => db.close())
    other.tab.onStop(heard)
    await forgetOrganisation('user_1', 'org_1', page)
    expect(heard).toHaveBeenCalledWith({ userId: 'user_1', orgId: 'org_1' })
    expect((await device.indexedDB.databases()).map((each) => each.name)).toEqual([stays])
    expect([...device.local.keys()]).toEqual(['fieldbook.queries.user_1.org_2'])
    expect([...device.caches.keys()]).toEqual([])
    expect([page.gone(), other.gone(), page.tab.hasLeft()]).toEqual([0, 0, false])
    expect(pendingWipe(page)).toBe(false)
  })

  it('is gone after a restart where the page was killed over it', async () => {
    const device = createDevice()
    await addDatabase(device, deviceDatabase('user_1', 'org_1'))
    const page = device.openPage({ diesAt: 8 })
    void forgetOrganisation('user_1', 'org_1', page).catch(() => undefined)
    await page.killed
    await start(device)
    expect(await device.indexedDB.databases()).toEqual([])
  })
})

it('a wipe that deletes no databases is found out by the canaries', async () => {
  const device = await filled()
  const forgetful = (browser: Browser): Browser => ({ ...browser, databases: null })
  await leave({ revoke: ends }, device.openPage({ alters: forgetful }))
  expect(await dump(device)).toContain(canary)
})

it('unsent changes are counted in every organisation of the person', async () => {
  const device = createDevice()
  await addDatabase(device, deviceDatabase('user_1', 'org_1'))
  await addDatabase(device, deviceDatabase('user_1', 'org_2'))
  await addDatabase(device, 'somebody-elses')
  expect(await countUnsent(device.openPage())).toBe(2)
})
