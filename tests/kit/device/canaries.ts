import { deviceStores } from '../../../src/offline/device-stores.ts'
import type { Device } from './many-tabs.ts'

export const canary = 'canary-quokka-7431'

/** One for each pattern of the list, and one that matches none. */
const samples: Record<string, string> = {
  '^fieldbook-': `fieldbook-user_${canary}-org_1`,
  '^fieldbook\\.queries\\.': `fieldbook.queries.user_${canary}.org_1`,
  '^workbox-precache-v2-': 'workbox-precache-v2-https://app.fieldbook.example/',
  '^fieldbook-catalogues-v\\d+$': 'fieldbook-catalogues-v3',
  '^fieldbook\\.(credits|trial|plan-end)-heard\\.': `fieldbook.trial-heard.user_${canary}.org_1`,
  '^(hubspotutk|messagesUtk|__hs(tc|sc|src)|hs-messages-.*)$': 'hubspotutk',
  '^fieldbook-data-': `fieldbook-data-user_${canary}-org_1`,
}
const nameFor = (pattern: string): string =>
  samples[pattern] ??
  pattern
    .replace(/\(\[?__clerk\|clerk\)/, 'clerk')
    .replace('(__clerk|clerk)', '__clerk')
    .replace('(__)?', '')
    .replace('(_[\\w-]+)?', '')
    .replace('\\d+', '1')
    .replaceAll(/[\^$\\]/g, '')
    .replace('[_.:-]', '_')
    .concat(pattern.endsWith('_') ? 'x' : '')

const notes = /wipe-pending|revoke-pending|epoch/

/** Also into stores that are not listed. */
export const fill = async (device: Device): Promise<void> => {
  for (const { kind, name, atSignOut } of deviceStores) {
    const sample = nameFor(name.source)
    if (!name.test(sample)) throw new Error(`no name for ${name.source}: got ${sample}`)
    if (notes.test(sample)) continue
    const value = atSignOut === 'stays' ? 'kept' : canary
    if (kind === 'local storage') device.local.set(sample, value)
    if (kind === 'session storage') device.session.set(sample, value)
    if (kind === 'cookie') device.cookies.set(sample, value)
    if (kind === 'cache') device.caches.set(sample, value)
    if (kind === 'database') await addDatabase(device, sample)
  }
  const look = { theme: 'dark', density: 'comfortable', country: 'NZ', note: canary }
  device.local.set('fieldbook.ui', JSON.stringify(look))
  device.local.set('other-data', canary)
  device.session.set('other-data', canary)
  device.cookies.set('other_data', canary)
  device.caches.set(`cache-of-${canary}`, canary)
  device.files.set('other-data', canary)
  device.notices.add(`a signal of ${canary}`)
  device.pushed.subscribed = true
  await addDatabase(device, 'other-data')
}

export const dump = async (device: Device): Promise<string> => {
  const databases = await Promise.all(
    (await device.indexedDB.databases()).map(async ({ name = '' }) => [
      name,
      await rows(device, name),
    ]),
  )
  return JSON.stringify({
    local: [...device.local],
    session: [...device.session],
    cookies: [...device.cookies],
    caches: [...device.caches],
    files: [...device.files],
    notices: [...device.notices],
    pushed: device.pushed,
    databases,
  })
}

export const addDatabase = async (device: Device, name: string): Promise<void> => {
  const db = await openDatabase(device, name, (db) => {
    db.createObjectStore('searches')
    db.createObjectStore('outbox')
  })
  const transaction = db.transaction(['searches', 'outbox'], 'readwrite')
  transaction.objectStore('searches').put({ name: canary }, 1)
  transaction.objectStore('outbox').put({ note: canary }, 1)
  await new Promise((resolve) => {
    transaction.addEventListener('complete', resolve)
  })
  db.close()
}

export const openDatabase = (
  device: Device,
  name: string,
  make: (db: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = device.indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => make(request.result))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })

const rows = async (device: Device, name: string): Promise<unknown[]> => {
  const db = await openDatabase(device, name)
  const tables = [...db.objectStoreNames]
  const all = await Promise.all(
    tables.map(
      (table) =>
        new Promise((resolve) => {
          const request = db.transaction(table).objectStore(table).getAll()
          request.addEventListener('success', () => resolve(request.result))
        }),
    ),
  )
  db.close()
  return all
}
