import type { api as calls } from '../../../../contract/api.ts'
import type { EndpointOutput } from '../../../../contract/core/endpoint.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'

export type Known = EndpointOutput<(typeof calls)['doNotCall']>

/** The known numbers, the date of the last check and when it expires. `today` is YYYY-MM-DD. */
export const KnownNumbers = ({ known, today }: { known: Known; today: string }) => {
  const { listed, notListed, lapsed } = known.numbers
  const last = known.washes
    .filter(({ finishedAt }) => finishedAt !== null)
    .toSorted((wash, other) => other.washedAt.localeCompare(wash.washedAt))[0]
  return (
    <Card className="flex flex-col gap-4">
      <dl className="grid grid-cols-3 gap-x-4">
        <Figure label="On the register" value={listed} hint="do not call" />
        <Figure label="Not on the register" value={notListed} hint="checked and current" />
        <Figure label="Check expired" value={lapsed} hint="check again" />
      </dl>
      {last === undefined ? (
        <p className="text-14 text-ink-soft">
          You haven’t uploaded a Do Not Call check. Unchecked numbers are marked “Not checked”.
        </p>
      ) : (
        <p className="flex gap-2 text-14 text-ink-soft">
          <Icon
            name={last.validUntil < today ? 'warning' : 'check'}
            size={18}
            className={
              last.validUntil < today
                ? 'mt-px shrink-0 text-warn'
                : 'mt-px shrink-0 text-accent-strong'
            }
          />
          <span>
            Last checked on {formatDay(last.washedAt)}.{' '}
            {last.validUntil < today
              ? `It expired on ${formatDay(last.validUntil)}. Check your numbers again before you call.`
              : `It’s valid until ${formatDay(last.validUntil)}.`}
          </span>
        </p>
      )}
    </Card>
  )
}

const Figure = ({ label, value, hint }: { label: string; value: number; hint: string }) => (
  // Numbers line up where a label takes two lines.
  <div className="row-span-3 grid min-w-0 grid-rows-subgrid">
    <dt className="text-13 text-ink-faint">{label}</dt>
    <dd className="tabular text-20 font-semibold">{formatNumber(value)}</dd>
    <dd className="text-12 text-ink-faint">{hint}</dd>
  </div>
)
