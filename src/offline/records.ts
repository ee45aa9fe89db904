import { Dexie } from 'dexie'
import type { Category, RecordView } from '../../contract/records/records.ts'
import { maxContactAge, isOlderThan } from './age.ts'
import type { Device, Tables } from './database.ts'
import type { Local } from './outbox.ts'
import { pulledAt } from './apply-page.ts'
import { schema, stopsHold, type RecordRow } from './rows.ts'

export const maxViewed = 200

/** Evicts the records opened longest ago, unless an offline copy has them. Contact details stay only where unlocked (product 2.13). */
export const saveViewed = (
  local: Local,
  category: Category,
  view: RecordView,
  fetchedAt: number = local.now(),
): Promise<void> =>
  local.device.write(['records'], async ({ records }) => {
    const row = await records.get(view.id)
    const received = rowOf(category, view.unlocked ? view : withoutContacts(view), fetchedAt)
    const newest = row && row.fetchedAt > fetchedAt ? row : received
    await records.put({
      ...newest,
      ...signalsIn(row),
      viewedAt: local.now(),
      pins: row?.pins ?? [],
    })
    const viewed = records.where('viewedAt').above(0)
    const tooMany = (await viewed.count()) - maxViewed
    if (tooMany <= 0) return
    await saveOrEvict(
      records,
      (await viewed.limit(tooMany).toArray()).map((each) => ({ ...each, viewedAt: 0 })),
    )
  })

export const evictViewedRecord = ({ device }: Pick<Local, 'device'>, id: string): Promise<void> =>
  device.write(['records'], async ({ records }) => {
    const row = await records.get(id)
    if (row) await saveOrEvict(records, [{ ...row, viewedAt: 0 }])
  })

/** Replaces stored records by newer views; adds none. */
export const saveFresh = (
  local: Local,
  category: Category,
  views: readonly RecordView[],
): Promise<void> =>
  local.device.write(['records'], async ({ records }) => {
    const stored = await records.bulkGet(views.map(({ id }) => id))
    const rows = views.flatMap((view, index) => {
      const row = stored[index]
      return row
        ? [
            {
              ...rowOf(category, view, local.now()),
              ...signalsIn(row),
              viewedAt: row.viewedAt,
              pins: row.pins,
            },
          ]
        : []
    })
    if (rows.length > 0) await records.bulkPut(rows)
  })

export const findHolders = (
  { device }: Pick<Local, 'device'>,
  ids: readonly string[],
): Promise<{ viewed: string[]; pins: string[] }> =>
  device.read(async ({ records }) => {
    const rows = (await records.bulkGet([...ids])).flatMap((row) => (row ? [row] : []))
    return {
      viewed: rows.filter(({ viewedAt }) => viewedAt > 0).map(({ id }) => id),
      pins: [...new Set(rows.flatMap(({ pins }) => pins))].filter((pin) => pin !== stopsHold),
    }
  })

/** Writes rows back, and deletes those that were neither opened lately nor in an offline copy. */
export const saveOrEvict = async (
  records: Tables['records'],
  rows: readonly RecordRow[],
): Promise<void> => {
  const stillUsed = rows.filter(({ viewedAt, pins }) => viewedAt > 0 || pins.length > 0)
  const unused = rows.filter((row) => !stillUsed.includes(row))
  if (stillUsed.length > 0) await records.bulkPut(stillUsed)
  if (unused.length > 0) await records.bulkDelete(unused.map(({ id }) => id))
}

export const signalsIn = (row: RecordRow | undefined): Pick<RecordRow, 'signals'> =>
  row?.signals === undefined ? {} : { signals: row.signals }

export const rowOf = (category: Category, view: RecordView, now: number): RecordRow => ({
  id: view.id,
  category,
  view,
  fetchedAt: now,
  viewedAt: 0,
  pins: [],
  bytes: JSON.stringify(view).length,
  schema,
})

/** Contact details may have been withdrawn since. Offline copies with some are downloaded again. False where contact was recent. */
export const dropOldContacts = async ({
  device,
  now,
}: Pick<Local, 'device' | 'now'>): Promise<boolean> => {
  const isRecent = (at: number | null): boolean =>
    at !== null && !isOlderThan(maxContactAge, at, now())
  if (isRecent(await device.read(pulledAt))) return false
  return device.write(['records', 'pins', 'meta'], async (tables) => {
    const { records, pins } = tables
    // Another tab may have synced since; a fetched record proves contact too.
    const contactTimes = [
      await pulledAt(tables),
      ...(await records.toArray()).map((row) => row.fetchedAt),
    ]
    if (contactTimes.some(isRecent)) return false
    await records
      .filter(({ category, view }) => category === 'people' && view.unlocked)
      .modify((row) => {
        row.view = withoutContacts(row.view)
      })
    await pins
      .filter(({ category, hasPeople }) => category === 'people' || hasPeople === true)
      .modify({ asOf: null })
    return true
  })
}

/** The device, whose reads wait until old contact details are deleted: no screen ever draws them. */
export const withoutOldContacts = (device: Device, now: () => number): Device => {
  let isChecked = false
  // Starts here because live reads may not write. The reads themselves report a storage error.
  const checking = dropOldContacts({ device, now })
    .catch(() => false)
    .finally(() => (isChecked = true))
  return {
    ...device,
    // Behind any other promise Dexie would not recognise a live query.
    read: (work) =>
      isChecked ? device.read(work) : Dexie.Promise.resolve(checking).then(() => device.read(work)),
  }
}

const contactFields = ['work_email', 'personal_email', 'mobile', 'direct_phone'] as const

/** The record without contact values, as before its unlock. */
export const withoutContacts = (view: RecordView): RecordView => {
  if (!('position' in view)) return view
  const masked = { ...structuredClone(view), unlocked: false }
  for (const field of contactFields) {
    const contact = masked[field]
    if (contact) delete contact.value
  }
  return masked
}
