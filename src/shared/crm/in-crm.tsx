import { dayMs } from '../../../contract/core/days.ts'
import type { RecordView } from '../../../contract/records/records.ts'
import { formatDay } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useKnownIntegrations } from './integrations.ts'

/** Which CRM has a record, as of which day if that is long ago, and the way to it there. */
export const InCrm = ({
  crm,
  inColumn = false,
}: {
  crm: NonNullable<RecordView['crm']>
  /** Only the CRM's name, below a heading that says the rest. */
  inColumn?: boolean
}) => {
  const now = useMinute()
  const known = useKnownIntegrations()?.find(({ key }) => key === crm.provider)
  const asOf = known?.connection?.recordsAsOf ?? null
  const isOld = asOf !== null && now - Date.parse(asOf) > dayMs
  const name = `In ${known?.label ?? 'CRM'}`
  const full = isOld ? `${name}, as of ${formatDay(asOf)}` : name
  const text = inColumn ? (known?.label ?? 'Yes') : full
  // A copy from an earlier release does not have the addresses.
  const url = known?.connection?.recordUrls?.[crm.object ?? '']?.replace('{id}', crm.id)
  return (
    <Badge tone="info">
      {url !== undefined && /^https?:\/\//i.test(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          title={inColumn ? full : undefined}
          className="relative inline-flex items-center gap-1 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline pointer-fine:after:inset-0"
        >
          {text}
          <Icon name="external" size={14} label="(opens another site)" />
        </a>
      ) : (
        text
      )}
    </Badge>
  )
}
