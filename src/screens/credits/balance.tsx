import type { ReactNode } from 'react'
import type { CreditKind, Credits } from '../../../contract/money/credits.ts'
import { formatCredits } from '../../shared/credits/copy.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'

export const Balance = ({ credits, trialing }: { credits: Credits; trialing: boolean }) => {
  const { balance, reserved, parts, period, spent, mine } = credits
  return (
    <section aria-label="Balance" className="rounded-md border border-line bg-card">
      <div className="grid gap-6 p-5 sm:p-6 lg:grid-cols-[auto_1fr] lg:gap-12">
        <div>
          <p className="tabular text-34 font-semibold">{formatNumber(balance - reserved)}</p>
          <p className="text-14 text-ink-soft">
            {balance - reserved === 1 ? 'credit' : 'credits'} available
          </p>
          <p className="tabular mt-2 text-13 text-ink-faint">
            {reserved === 0
              ? 'No credits reserved'
              : `${formatNumber(balance)} in total, ${formatNumber(reserved)} reserved for downloads in progress`}
          </p>
        </div>
        <Parts parts={parts} balance={balance} />
      </div>
      <dl className="grid border-t border-line sm:grid-cols-3 sm:divide-x sm:divide-line">
        <Figure label={trialing ? 'Trial' : 'Period'}>
          {period === null ? (
            'No plan'
          ) : (
            <>
              {trialing ? 'Ends' : `${formatDay(period.start)} to`} {formatDay(period.end)}
              <Note>
                {formatCredits(period.credits)} for {trialing ? 'the trial' : 'this period'}
              </Note>
            </>
          )}
        </Figure>
        <Figure label="Spent this period">
          {formatNumber(spent)}
          {period !== null && ` of ${formatNumber(period.credits)}`}
          {period !== null && <Meter share={spent / Math.max(1, period.credits)} />}
        </Figure>
        <Figure label="By you this period">
          {formatNumber(mine.spent)}
          {mine.cap !== null && ` of your limit of ${formatNumber(mine.cap)}`}
          {mine.reserved > 0 && `, ${formatNumber(mine.reserved)} reserved`}
          {mine.cap === null ? (
            <Note>No personal limit</Note>
          ) : (
            <Meter share={(mine.spent + mine.reserved) / Math.max(1, mine.cap)} />
          )}
        </Figure>
      </dl>
    </section>
  )
}

const kinds: readonly { kind: CreditKind; label: string; note: string; fill: string }[] = [
  { kind: 'subscription', label: 'This period', note: 'spent first', fill: 'bg-data' },
  { kind: 'rollover', label: 'Rolled over', note: 'spent second', fill: 'bg-chart-2' },
  { kind: 'addon', label: 'Add-ons', note: 'spent last', fill: 'bg-chart-3' },
]

const Parts = ({ parts, balance }: { parts: Credits['parts']; balance: number }) => (
  <div className="flex min-w-0 flex-col justify-center gap-3">
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
      {kinds.map(
        ({ kind, fill }) =>
          parts[kind] > 0 && (
            <span
              key={kind}
              className={fill}
              style={{ width: `${(100 * parts[kind]) / Math.max(1, balance)}%` }}
            />
          ),
      )}
    </div>
    <dl className="grid grid-cols-3 gap-3">
      {kinds.map(({ kind, label, note, fill }) => (
        <div key={kind} className="min-w-0">
          <dt className="flex items-center gap-1.5 text-13 text-ink-soft">
            <span aria-hidden className={`size-2 shrink-0 rounded-full ${fill}`} />
            {label}
          </dt>
          <dd className="tabular text-16 font-medium">
            {formatNumber(parts[kind])}
            <span className="block text-12 font-normal text-ink-faint">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="px-5 py-4 not-first:border-t not-first:border-line sm:px-6 sm:not-first:border-t-0">
    <dt className="text-13 text-ink-faint">{label}</dt>
    <dd className="tabular mt-0.5 text-14 font-medium">{children}</dd>
  </div>
)

const Note = ({ children }: { children: ReactNode }) => (
  <span className="block text-12 font-normal text-ink-faint">{children}</span>
)

const Meter = ({ share }: { share: number }) => (
  <span aria-hidden className="mt-2 block h-1.5 overflow-hidden rounded-full bg-sunken">
    <span
      className={`block h-full rounded-full ${share >= 0.8 ? 'bg-warn' : 'bg-data'}`}
      style={{ width: `${Math.min(100, share * 100)}%` }}
    />
  </span>
)
