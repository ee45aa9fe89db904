import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import type { NewStop } from '../../offline/day-plans.ts'
import type { Local } from '../../offline/outbox.ts'
import { saveViewed } from '../../offline/records.ts'

/** Fetches records and stores them on this device, so that their stops work without a connection. */
export const fetchStops = async (
  api: Pick<ApiClient, 'syncRecords'>,
  local: Local,
  category: Category,
  ids: readonly string[],
): Promise<NewStop[]> => {
  if (ids.length === 0) return []
  const { records } = await api.syncRecords({ ids: ids.join(','), category })
  for (const view of records) await saveViewed(local, category, view)
  return records.map(({ id, name }) => ({ category, recordId: id, name }))
}
