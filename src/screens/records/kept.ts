import type { PersonView } from '../../../contract/records/records.ts'
import { contactsLast, isOlderThan } from '../../offline/age.ts'
import type { Device } from '../../offline/database.ts'
import { pulledAt } from '../../offline/pulling.ts'
import { withoutContacts } from '../../offline/records.ts'
import type { RecordRow } from '../../offline/rows.ts'

/** A record as this device holds it, opened before or pinned; null where it does not. Contact details only while the server was heard of in the last 7 days (product 2.13). */
export const keptRecord = (
  device: Device,
  id: string,
  now: number = Date.now(),
): Promise<RecordRow | null> =>
  device.read(async ({ records, meta }) => {
    const row = await records.get(id)
    if (row === undefined) return null
    const heard = [row.fetchedAt, (await pulledAt({ meta })) ?? 0]
    const isOld = heard.every((at) => isOlderThan(contactsLast, at, now))
    return isOld ? { ...row, view: withoutContacts(row.view) } : row
  })

/** The people of a company that this device holds, by name. */
export const keptPeopleOf = (device: Device, companyId: string): Promise<PersonView[]> =>
  device.read(async ({ records }) => {
    const people: PersonView[] = []
    await records.each(({ view }) => {
      if ('position' in view && view.company_id === companyId) people.push(view)
    })
    return people.toSorted((one, other) => one.name.localeCompare(other.name))
  })
