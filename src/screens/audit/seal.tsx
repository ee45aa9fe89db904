import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Told } from '../../ui/told.tsx'
import { auditCheckQuery } from './queries.ts'

/** Says that the log is as it was written, since every entry seals the one before; `broken` is the place to say that it is not. */
export const Seal = ({ broken = false }: { broken?: boolean }) => {
  const { data } = useQuery(auditCheckQuery(useApi()))
  if (data === undefined || (data.brokenAt !== null) !== broken) return null
  return data.brokenAt === null ? (
    <Told icon="check">
      {formatCount(data.entries, 'entry', 'entries')}. Integrity check passed.
    </Told>
  ) : (
    <Told icon="warning" tone="danger" role="alert">
      Entry {formatNumber(data.brokenAt)} has been altered or removed. Export this log and contact
      support.
    </Told>
  )
}
