import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Callout } from '../../ui/callout.tsx'
import { auditCheckQuery } from './queries.ts'

/** Says that the log is unaltered, because each entry seals the one before. `broken` shows the warning instead. */
export const Seal = ({ broken = false }: { broken?: boolean }) => {
  const { data } = useQuery(auditCheckQuery(useApi()))
  if (data === undefined || (data.brokenAt !== null) !== broken) return null
  return data.brokenAt === null ? (
    <Callout icon="check">
      {formatCount(data.entries, 'entry', 'entries')}. Integrity check passed.
    </Callout>
  ) : (
    <Callout icon="warning" tone="danger" role="alert">
      Entry {formatNumber(data.brokenAt)} has been altered or removed. Export this log and contact
      support.
    </Callout>
  )
}
