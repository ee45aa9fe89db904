import { useQuery } from '@tanstack/react-query'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { describeCard, expiryOf } from '../../shared/billing/describe-card.ts'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { paymentMethodQuery } from '../../shared/billing/queries.ts'
import { usePortal } from '../../shared/billing/use-portal.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { DetailField } from './detail-field.tsx'
import { DetailRow } from './detail-row.tsx'

/** The card, and what invoices carry: the address they go to and the tax number. */
export const BillingDetails = ({ orgId }: { orgId: string }) => {
  const customer = useQuery(customerInfoQuery(useApi())).data?.customer
  return (
    <Section title="Payment details">
      <dl className="mt-2 divide-y divide-line rounded-md border border-line bg-card">
        <CardRow orgId={orgId} />
        {customer !== undefined && (
          <>
            <DetailField
              key={`email ${customer.billingEmail ?? ''}`}
              field="billingEmail"
              label="Billing email"
              value={customer.billingEmail ?? null}
              hint="Invoices and payment reminders go there."
              empty="Invoices go to the admin who bought the plan."
            />
            <DetailField
              key={`tax ${customer.taxId ?? ''}`}
              field="taxId"
              label="ABN or NZ GST number"
              value={customer.taxId ?? null}
              hint="11 digits for an ABN, 8 or 9 for a GST number."
              empty="Add it to show it on your tax invoices."
            />
          </>
        )}
      </dl>
    </Section>
  )
}

const CardRow = ({ orgId }: { orgId: string }) => {
  const offline = useOffline()
  const { data, isError } = useQuery(paymentMethodQuery(useApi(), orgId))
  const { open, busy } = usePortal(orgId)
  return (
    <DetailRow
      label="Card"
      action={
        data != null && (
          <Button
            size="sm"
            busy={busy}
            disabledReason={offline ? needsConnection : undefined}
            onClick={() => open('payment')}
          >
            Change card
          </Button>
        )
      }
    >
      {data != null && (
        <span className="inline-flex items-center gap-2">
          <Icon name="card" size={18} className="shrink-0 text-ink-faint" />
          <span>
            {describeCard(data)}
            {expiryOf(data) !== null && (
              <span className="text-ink-soft">, expires {expiryOf(data)}</span>
            )}
          </span>
        </span>
      )}
      {data === null && <span className="text-ink-soft">You add it with your first payment.</span>}
      {data === undefined && (
        <span className="text-ink-soft">
          {isError && !offline ? 'We couldn’t load the card.' : 'Not loaded yet'}
        </span>
      )}
    </DetailRow>
  )
}
