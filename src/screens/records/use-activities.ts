import { useQuery } from '@tanstack/react-query'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useLive, useStorageError } from '../../shared/offline/device.tsx'
import { useApi } from '../../lib/use-api.ts'
import { activitiesOf, type LiveItem } from '../../offline/live.ts'

/** The activities of a record, the latest first: from this device, or from the server where device storage fails. Null where neither has them. */
export const useActivities = (
  category: Category,
  recordId: string,
): readonly LiveItem<Activity>[] | null => {
  const api = useApi()
  const deviceActivities = useLive((device) => activitiesOf(device, recordId), [recordId])
  const trouble = useStorageError()
  const query = useQuery({
    queryKey: ['activities', category, recordId],
    queryFn: ({ signal }) => api.activities({ category, recordId }, { signal }),
    enabled: deviceActivities === undefined && trouble !== null && trouble !== 'slow',
  })
  return (
    deviceActivities ?? query.data?.map((value) => ({ id: value.id, value, state: 'sent' })) ?? null
  )
}
