import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../../../contract/money/billing.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { formatCents } from '../../shared/billing/prices.ts'
import { invoicesQuery, storedInvoicesQuery } from '../../shared/billing/queries.ts'
import { usePortal } from '../../shared/billing/use-portal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

/** The latest invoices with their files; older ones are on Stripe's page. */
export const Invoices = ({ orgId }: { orgId: string }) => {
  const { data: fresh, error, refetch } = useQuery(invoicesQuery(useApi(), orgId))
  const { data: stored } = useQuery(storedInvoicesQuery(orgId))
  const data = fresh ?? stored
  const offline = useOffline()
  const { open, busy } = usePortal(orgId)
  return (
    <Section
      title="Invoices"
      aside={
        data !== undefined &&
        data.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            busy={busy}
            disabledReason={offline ? needsConnection : undefined}
            onClick={() => open('invoices')}
          >
            All invoices
          </Button>
        )
      }
    >
      {data !== undefined && data.length > 0 && (
        <ul className="mt-2 grid divide-y divide-line rounded-md border border-line bg-card @2xl:grid-cols-[auto_1fr_auto_auto_auto]">
          {data.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <p className="mt-1 text-14 text-ink-soft">
          Your tax invoices will be here after your first payment.
        </p>
      )}
      {data === undefined && error !== null && !offline && (
        <Callout icon="warning" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
          We couldn’t load your invoices.
        </Callout>
      )}
      {data === undefined && offline && (
        <p className="mt-1 text-14 text-ink-soft">Your invoices load when you’re back online.</p>
      )}
      {data === undefined && error === null && !offline && (
        <Delayed>
          <Skeleton className="h-32 w-full" />
        </Delayed>
      )}
    </Section>
  )
}

const InvoiceRow = ({ invoice }: { invoice: Invoice }) => {
  const { number, date, title, amount, currency, status, url, pdfUrl } = invoice
  const offline = useOffline()
  const name = number ?? title
  return (
    <li className="col-span-full grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2.5 pr-2 pl-4 @2xl:grid-cols-subgrid">
      <span className="tabular text-13 text-ink-soft @max-2xl:order-3">{formatDay(date)}</span>
      <span className="min-w-0 @max-2xl:order-1">
        <span className="block text-14 font-medium wrap-anywhere">{title}</span>
        {number !== null && <span className="block text-12 text-ink-faint">{number}</span>}
      </span>
      <span className="@max-2xl:order-5">
        <Badge tone={tones[status]}>{labels[status]}</Badge>
      </span>
      <span className="tabular text-right text-14 font-medium @max-2xl:order-2 @max-2xl:pr-2">
        {formatCents(amount, currency)}
      </span>
      <span className="flex justify-end gap-1 @max-2xl:order-4 @max-2xl:row-span-2">
        {status === 'open' && url !== null && !offline && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Pay invoice ${name}`}
            className={buttonClass('plain', 'sm')}
          >
            Pay
          </a>
        )}
        {pdfUrl !== null && !offline && (
          <a
            href={pdfUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`PDF of invoice ${name}`}
            className={buttonClass('quiet', 'sm')}
          >
            <Icon name="download" size={16} />
            PDF
          </a>
        )}
      </span>
    </li>
  )
}

const labels = { paid: 'Paid', open: 'Unpaid', void: 'Void', uncollectible: 'Written off' } as const
const tones = { paid: 'accent', open: 'warn', void: 'plain', uncollectible: 'plain' } as const
