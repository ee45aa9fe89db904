import type { ReactNode } from 'react'
import type { CrmConnection } from '../../../contract/money/crm.ts'
import { formatAgo, formatDay } from '../../lib/format.ts'
import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Callout } from '../../ui/callout.tsx'

/** The account, who connected it, and what is wrong with it. */
export const ConnectionDetails = ({
  label,
  connection,
}: {
  label: string
  connection: CrmConnection
}) => {
  const now = useMinute()
  const { accountName, accountId, accountUser, connectedBy, connectedAt } = connection
  const { problem, missingScopes, waitsUntil, recordsAsOf } = connection
  const waitsAt = waitsUntil === null ? null : Date.parse(waitsUntil)
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-3">
        <Detail name="Account">{accountName === '' ? accountId : accountName}</Detail>
        {accountUser !== null && <Detail name={`User in ${label}`}>{accountUser}</Detail>}
        <Detail name="Connected on">
          {formatDay(connectedAt)} by {connectedBy ?? 'someone who left'}
        </Detail>
        <Detail name="Permissions">
          {missingScopes.length === 0 ? 'All granted' : `${missingScopes.length} missing`}
        </Detail>
        <Detail name="Last checked">
          {recordsAsOf === null ? `Reading what’s in ${label}…` : formatAgo(recordsAsOf, now)}
        </Detail>
      </dl>
      {problem !== null && (
        <Callout icon="warning" tone="warn">
          {problem}
        </Callout>
      )}
      {missingScopes.length > 0 && (
        <Callout icon="lock" tone="warn">
          {label} didn’t give Fieldbook every permission. Reconnect and allow:{' '}
          <span className="font-medium wrap-anywhere">{missingScopes.join(', ')}</span>.
        </Callout>
      )}
      {waitsAt !== null && waitsAt > now && (
        <Callout icon="clock">
          {label} asked us to wait until {formatTime(waitsAt, now)}. Pushes continue after that.
        </Callout>
      )}
    </>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-13 text-ink-faint">{name}</dt>
    <dd className="text-14 wrap-anywhere">{children}</dd>
  </div>
)
