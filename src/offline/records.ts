import { Dexie } from 'dexie'
import type { Category, RecordView } from '../../contract/records/records.ts'
import { contactsLast, isOlderThan } from './age.ts'
import type { Device, Tables } from './database.ts'
import type { Local } from './outbox.ts'
import { pulledAt } from './pulling.ts'
import { schema, type RecordRow } from './rows.ts'

/** How many opened records stay on the device without being asked for. */
export const viewedKept = 200

/**
 * Keeps a record that was opened, as the server told it at `fetchedAt`; the ones opened longest ago go, unless a pin holds them.
 * Contact details stay only where they are unlocked (product 2.13).
 */
export const keepViewed = (
  local: Local,
  category: Category,
  view: RecordView,
  fetchedAt: number = local.now(),
): Promise<void> =>
  local.device.write(['records'], async ({ records }) => {
    const row = await records.get(view.id)
    const told = rowOf(category, view.unlocked ? view : withoutContacts(view), fetchedAt)
    const newest = row && row.fetchedAt > fetchedAt ? row : told
    await records.put({
      ...newest,
      ...signalsIn(row),
      viewedAt: local.now(),
      pins: row?.pins ?? [],
    })
    const viewed = records.where('viewedAt').above(0)
    const tooMany = (await viewed.count()) - viewedKept
    if (tooMany <= 0) return
    await forget(
      records,
      (await viewed.limit(tooMany).toArray()).map((each) => ({ ...each, viewedAt: 0 })),
    )
  })

/** Lets go of a record that was opened; what a pin holds stays until the pin lets go of it. */
export const forgetViewed = ({ device }: Pick<Local, 'device'>, id: string): Promise<void> =>
  device.write(['records'], async ({ records }) => {
    const row = await records.get(id)
    if (row) await forget(records, [{ ...row, viewedAt: 0 }])
  })

/** Newer views of records the server has just told: they take the place of those the device holds; what it does not hold stays out. */
export const keepFresh = (
  local: Local,
  category: Category,
  views: readonly RecordView[],
): Promise<void> =>
  local.device.write(['records'], async ({ records }) => {
    const held = await records.bulkGet(views.map(({ id }) => id))
    const rows = views.flatMap((view, index) => {
      const row = held[index]
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

/** Which of these records stay on the device because they were opened, and which pins hold any of them. */
export const heldOf = (
  { device }: Pick<Local, 'device'>,
  ids: readonly string[],
): Promise<{ viewed: string[]; pins: string[] }> =>
  device.read(async ({ records }) => {
    const rows = (await records.bulkGet([...ids])).flatMap((row) => (row ? [row] : []))
    return {
      viewed: rows.filter(({ viewedAt }) => viewedAt > 0).map(({ id }) => id),
      pins: [...new Set(rows.flatMap(({ pins }) => pins))],
    }
  })

/** A record as this device last saw it; undefined where it never did. */
export const recordOf = (
  local: Pick<Local, 'device'>,
  id: string,
): Promise<RecordRow | undefined> => local.device.read(({ records }) => records.get(id))

/** Writes rows back, or removes them where nothing holds them any more: not opened lately and in no pin. */
export const forget = async (
  records: Tables['records'],
  rows: readonly RecordRow[],
): Promise<void> => {
  const held = rows.filter(({ viewedAt, pins }) => viewedAt > 0 || pins.length > 0)
  const free = rows.filter((row) => !held.includes(row))
  if (held.length > 0) await records.bulkPut(held)
  if (free.length > 0) await records.bulkDelete(free.map(({ id }) => id))
}

/** What is kept with a record besides its view. */
const signalsIn = (row: RecordRow | undefined): Pick<RecordRow, 'signals'> =>
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

/**
 * Takes the contact details of people off a device that has heard nothing from the server for 7 days: nobody can say whether they may
 * still be kept. Pins that held some are fetched whole when the server is there again. False where it heard lately.
 */
export const dropOldContacts = async ({
  device,
  now,
}: Pick<Local, 'device' | 'now'>): Promise<boolean> => {
  const isRecent = (at: number | null): boolean =>
    at !== null && !isOlderThan(contactsLast, at, now())
  if (isRecent(await device.read(pulledAt))) return false
  return device.write(['records', 'pins', 'meta'], async (tables) => {
    const { records, pins } = tables
    // Another tab may have heard meanwhile; a record that was fetched is a word from the server too.
    const heard = [await pulledAt(tables), ...(await records.toArray()).map((row) => row.fetchedAt)]
    if (heard.some(isRecent)) return false
    await records
      .filter(({ category, view }) => category === 'people' && view.unlocked)
      .modify((row) => {
        row.view = withoutContacts(row.view)
      })
    await pins.filter(({ category }) => category === 'people').modify({ asOf: null })
    return true
  })
}

/** The device, of which nothing is read before contact details that are too old are off it: no screen ever draws them. */
export const withoutOldContacts = (device: Device, now: () => number): Device => {
  let looked = false
  // Begun here, not with the first read: what reads live may not write. A storage in trouble is told by what is read itself.
  const looking = dropOldContacts({ device, now })
    .catch(() => false)
    .finally(() => (looked = true))
  return {
    ...device,
    // Behind any other promise Dexie would no longer know that this read is a live one.
    read: (work) =>
      looked ? device.read(work) : Dexie.Promise.resolve(looking).then(() => device.read(work)),
  }
}

const contactFields = ['work_email', 'personal_email', 'mobile', 'direct_phone'] as const

/** The record as it is for someone who has not unlocked it. */
export const withoutContacts = (view: RecordView): RecordView => {
  if (!('position' in view)) return view
  const masked = { ...structuredClone(view), unlocked: false }
  for (const field of contactFields) {
    const contact = masked[field]
    if (contact) delete contact.value
  }
  return masked
}
