import { useQuery } from '@tanstack/react-query'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useLive, useStorageTrouble } from '../../shared/offline/device.tsx'
import { useApi } from '../../lib/use-api.ts'
import { activitiesOf, type Shown } from '../../offline/live.ts'

/** What was done with a record, the latest first: as this device has it or, where its storage cannot be read, as the server tells it. Null while neither is there. */
export const useActivities = (
  category: Category,
  recordId: string,
): readonly Shown<Activity>[] | null => {
  const api = useApi()
  const here = useLive((device) => activitiesOf(device, recordId), [recordId])
  const trouble = useStorageTrouble()
  const asked = useQuery({
    queryKey: ['activities', category, recordId],
    queryFn: ({ signal }) => api.activities({ category, recordId }, { signal }),
    enabled: here === undefined && trouble !== null && trouble !== 'slow',
  })
  return here ?? asked.data?.map((value) => ({ id: value.id, value, state: 'sent' })) ?? null
}
