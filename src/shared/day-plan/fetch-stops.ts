import type { Category, RecordView } from '../../../contract/records/records.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import type { ApiClient } from '../../lib/api.ts'
import type { NewStop } from '../../offline/day-plans.ts'
import type { Local } from '../../offline/outbox.ts'
import { saveStopRecords } from '../../offline/stop-records.ts'
import { officesOf } from '../visits/locations.ts'
import { partOf } from '../visits/region.ts'

/** Fetches records with the people to ask for, and stores them on this device while a plan has them. */
export const fetchStops = async (
  api: Pick<ApiClient, 'syncRecords'>,
  local: Local,
  category: Category,
  ids: readonly string[],
): Promise<RecordView[]> => {
  if (ids.length === 0) return []
  const { records, people = [] } = await api.syncRecords({ ids: ids.join(','), category })
  await saveStopRecords(local, category, records)
  await saveStopRecords(local, 'people', people)
  return records
}

export const stopOf = (
  category: Category,
  view: RecordView,
  region: readonly string[],
): NewStop => ({
  category,
  recordId: view.id,
  name: view.name,
  region: partOf(region, officesOf(view).flatMap(locationValues)),
})
