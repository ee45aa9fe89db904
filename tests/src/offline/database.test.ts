// @vitest-environment node
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { openDevice, type Device, type DeviceSettings } from '../../../src/offline/database.ts'
import { storageErrorKindOf, type StorageErrorKind } from '../../../src/offline/storage-error.ts'
import { reportPromise } from '../../kit/reliability.ts'

/** Longer than any test, so that a busy machine causes no storage error. */
const patient = { slow: 60_000, stuck: 120_000 }
const impatient = { slow: 20, stuck: 60 }
const opened: Device[] = []
const open = (settings: DeviceSettings = {}): { device: Device; errors: StorageErrorKind[] } => {
  const device = openDevice('user_rep', 'org_harbour', {
    IDBKeyRange,
    limits: patient,
    ...settings,
  })
  const errors: StorageErrorKind[] = []
  device.onStorageError((kind) => errors.push(kind))
  opened.push(device)
  return { device, errors }
}
afterEach(() => {
  for (const device of opened.splice(0)) device.close()
})

const note = (device: Device, key: string): Promise<void> =>
  device.write(['meta'], async ({ meta }) => {
    await meta.put({ key, value: key })
  })
const keys = (device: Device): Promise<string[]> =>
  device.read(({ meta }) => meta.toCollection().primaryKeys())

const firstVersion = { outbox: '++seq, &id, entity', meta: 'key', lists: 'id' }

describe('the device database', () => {
  it('has one name for each user and organisation, so that no user reads another’s data', async () => {
    const indexedDB = new IDBFactory()
    const { device } = open({ indexedDB })
    await note(device, 'mine')
    const other = openDevice('user_other', 'org_harbour', { indexedDB, IDBKeyRange })
    opened.push(other)
    expect(device.name).toBe('fieldbook-user_rep-org_harbour')
    expect(await keys(other)).toEqual([])
  })

  it('saves all of a write or nothing', async () => {
    const { device } = open({ indexedDB: new IDBFactory() })
    await expect(
      device.write(['meta', 'outbox'], async ({ meta }) => {
        await meta.put({ key: 'half', value: 1 })
        throw new Error('of the caller')
      }),
    ).rejects.toThrow('of the caller')
    expect(await keys(device)).toEqual([])
  })

  it('refuses writes of an old tab after an upgrade, and reports that to the tab', async () => {
    const indexedDB = new IDBFactory()
    const { device: old, errors } = open({ indexedDB })
    await note(old, 'before')
    const upgraded = await upgrade(indexedDB, old.name)
    expect(errors).toContain('replaced')
    await expect(note(old, 'after')).rejects.toMatchObject({ kind: 'replaced' })
    expect(await allKeys(upgraded)).toEqual(['before'])
    upgraded.close()
  })

  it('works after a rollback: tables of the newer release stay, the others are read and written', async () => {
    const indexedDB = new IDBFactory()
    const { device } = open({ indexedDB })
    await note(device, 'before')
    device.close()
    const upgraded = await upgrade(indexedDB, device.name)
    upgraded.close()
    const { device: older, errors } = open({ indexedDB })
    await note(older, 'after')
    expect(await keys(older)).toEqual(['after', 'before'])
    expect(errors).toEqual([])
  })

  it('upgrades the data of the release before agents, whose tab then stops writing', async () => {
    const indexedDB = new IDBFactory()
    const name = 'fieldbook-user_rep-org_harbour'
    const old = new Dexie(name, { indexedDB, IDBKeyRange })
    const { outbox, meta, lists } = firstVersion
    old.version(1).stores({ outbox, meta, lists })
    let replaced = false
    old.on('versionchange', () => {
      replaced = true
      old.close({ disableAutoOpen: true })
      return false
    })
    await old.table('lists').put({ id: 'list-1', known: null, value: { name: 'Perth builders' } })
    await old.table('outbox').add({ id: 'edit-1', entity: 'list:list-1' })
    const { device } = open({ indexedDB })
    const stored = await device.read(async (tables) => ({
      list: await tables.lists.get('list-1'),
      unsent: await tables.outbox.toArray(),
      agents: await tables.agents.toArray(),
      notices: await tables.notices.toArray(),
    }))
    expect(stored).toMatchObject({
      list: { value: { name: 'Perth builders' } },
      unsent: [{ id: 'edit-1', seq: 1 }],
      agents: [],
      notices: [],
    })
    expect(replaced).toBe(true)
    await expect(old.table('meta').put({ key: 'late' })).rejects.toThrow(/closed/)
  })

  it('neither hangs nor loses data while another tab blocks the upgrade', async () => {
    const indexedDB = new IDBFactory()
    const blocker = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('fieldbook-user_rep-org_harbour', 1)
      request.addEventListener('success', () => resolve(request.result))
    })
    const limits = { ...impatient }
    const { device, errors } = open({ indexedDB, limits })
    await expect(note(device, 'too early')).rejects.toMatchObject({ kind: 'stuck' })
    expect(errors).toContain('slow')
    Object.assign(limits, patient)
    blocker.close()
    await note(device, 'now')
    expect(await keys(device)).toContain('now')
  })

  it('is not created again by a tab that writes after its deletion', async () => {
    const indexedDB = new IDBFactory()
    const { device } = open({ indexedDB })
    await note(device, 'mine')
    await new Promise<void>((resolve) => {
      indexedDB.deleteDatabase(device.name).addEventListener('success', () => resolve())
    })
    await expect(note(device, 'again')).rejects.toMatchObject({ kind: 'closed' })
    expect(await indexedDB.databases()).toEqual([])
  })
})

describe('a storage error', () => {
  afterEach(({ task }) => {
    if (task.result?.state === 'pass')
      reportPromise({
        promise: 'I29',
        check: 'ways in which the device database fails',
        volume: 1,
        goal: 11,
      })
  })

  const full = Object.assign(new Error('aborted'), {
    name: 'AbortError',
    inner: Object.assign(new Error('disk full'), { name: 'QuotaExceededError' }),
  })
  it.each([
    ['a full disk, as Dexie wraps it', full, 'full'],
    [
      'Safari losing its connection',
      named(
        'UnknownError',
        'Connection to Indexed Database server lost. Refresh the page to try again',
      ),
      'lost',
    ],
    ['no IndexedDB at all', named('MissingAPIError', ''), 'refused'],
    ['a private window', named('SecurityError', ''), 'refused'],
    ['a version from the future', named('VersionError', ''), 'newer'],
    ['a damaged file', named('UnknownError', 'Internal error opening backing store'), 'damaged'],
    ['an error of the caller', new TypeError('x is not a function'), undefined],
  ])('is recognised: %s', (_, error, kind) => {
    expect(storageErrorKindOf(error)).toBe(kind)
  })

  it('is reported at once for a full disk, and the write rejects', async () => {
    const { device, errors } = open({ indexedDB: new IDBFactory() })
    await note(device, 'fits')
    const failing = device.write(['meta'], async ({ meta }) => {
      await meta.put({ key: 'does not fit', value: 1 })
      throw full
    })
    await expect(failing).rejects.toMatchObject({ kind: 'full' })
    expect(errors).toEqual(['full'])
    expect(await keys(device)).toEqual(['fits'])
  })

  it('is reported by reads and writes without IndexedDB', async () => {
    const { device, errors } = open({ indexedDB: undefined as never })
    await expect(device.ready).rejects.toMatchObject({ kind: 'refused' })
    await expect(note(device, 'lost')).rejects.toMatchObject({ kind: 'refused' })
    expect(new Set(errors)).toEqual(new Set(['refused']))
  })

  it('is reported for an operation that never ends, and its late write is aborted', async () => {
    const limits = { ...patient }
    const { device, errors } = open({ indexedDB: new IDBFactory(), limits })
    await device.ready
    Object.assign(limits, impatient)
    let goOn = (): void => {}
    const late = device.write(['meta'], async ({ meta }) => {
      await meta.put({ key: 'late', value: 1 })
      // Keeps the transaction open, like a database that does not answer.
      let waiting = true
      goOn = () => {
        waiting = false
      }
      while (waiting) await meta.get('late')
    })
    await expect(late).rejects.toMatchObject({ kind: 'stuck' })
    Object.assign(limits, patient)
    goOn()
    expect(errors).toEqual(['slow', 'stuck'])
    expect(await keys(device)).toEqual([])
  })

  it('stays unnoticed for a lost connection, which reopens once', async () => {
    const { device, errors } = open({ indexedDB: new IDBFactory() })
    await note(device, 'before')
    let lost = false
    const read = await device.read(async ({ meta }) => {
      if (!lost) {
        lost = true
        throw named('UnknownError', 'Connection to Indexed Database server lost.')
      }
      return meta.toCollection().primaryKeys()
    })
    expect(read).toEqual(['before'])
    expect(errors).toEqual([])
  })
})

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}

const upgrade = (indexedDB: IDBFactory, name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 990)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('something new')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })

const allKeys = (db: IDBDatabase): Promise<IDBValidKey[]> =>
  new Promise((resolve) => {
    const request = db.transaction('meta').objectStore('meta').getAllKeys()
    request.addEventListener('success', () => resolve(request.result))
  })
