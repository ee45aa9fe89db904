import type { PersonView } from '../../../contract/records/records.ts'
import { seniorities } from '../../../contract/search/bands.ts'
import { maxContactAge, isOlderThan } from '../../offline/age.ts'
import type { Device } from '../../offline/database.ts'
import { pulledAt } from '../../offline/apply-page.ts'
import { withoutContacts } from '../../offline/records.ts'
import type { RecordRow } from '../../offline/rows.ts'

/**
 * A record on this device, opened before or in an offline copy; null where there is none. Contact details only within 7 days of the last contact
 * with the server (product 2.13).
 */
export const findCachedRecord = (
  device: Device,
  id: string,
  now: number = Date.now(),
): Promise<RecordRow | null> =>
  device.read(async ({ records, meta }) => {
    const row = await records.get(id)
    if (row === undefined) return null
    const contactTimes = [row.fetchedAt, (await pulledAt({ meta })) ?? 0]
    const isOld = contactTimes.every((at) => isOlderThan(maxContactAge, at, now))
    return isOld ? { ...row, view: withoutContacts(row.view) } : row
  })

export const findCachedPeople = (device: Device, companyId: string): Promise<PersonView[]> =>
  device.read(async ({ records }) => {
    const rows = await records.where('view.company_id').equals(companyId).toArray()
    return rows
      .flatMap(({ view }) => ('position' in view ? [view] : []))
      .toSorted((x, y) => rankOf(x) - rankOf(y) || x.name.localeCompare(y.name))
  })

const rankOf = ({ seniority }: PersonView): number => {
  const rank = seniorities.findIndex(({ value }) => value === seniority)
  return rank === -1 ? seniorities.length : rank
}
