import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Invoice } from '../../../contract/money/billing.ts'
import type { BillingCountry } from '../../../contract/money/plans.ts'
import type { ApiClient } from '../../lib/api.ts'

export const productsQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['products', orgId],
    queryFn: ({ signal }) => api.products({}, { signal }),
  })

/** The addresses in them open without signing in: never persisted. */
export const invoicesQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['invoices', orgId],
    queryFn: async ({ signal, client }) => {
      const { invoices } = await api.invoices({ orgId }, { signal })
      client.setQueryData(storedInvoicesQuery(orgId).queryKey, invoices.map(withoutAddresses))
      return invoices
    },
    staleTime: 60_000,
  })

/** The invoices as last seen, for reading without a connection. */
export const storedInvoicesQuery = (orgId: string) =>
  queryOptions<Invoice[]>({
    queryKey: ['customer', 'invoices', orgId],
    queryFn: skipToken,
  })

const withoutAddresses = (invoice: Invoice): Invoice => ({ ...invoice, url: null, pdfUrl: null })

/** Under 'customer', so that it shows without a connection. */
export const paymentMethodQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['customer', 'payment-method', orgId],
    queryFn: ({ signal }) => api.paymentMethod({ orgId }, { signal }),
    select: (reply) => reply.paymentMethod,
  })

export const addonPlanQuery = (
  api: ApiClient,
  { subscriptionId, country }: { subscriptionId: string; country: BillingCountry },
) =>
  queryOptions({
    queryKey: ['addon-plan', subscriptionId, country],
    queryFn: ({ signal }) => api.addonPlan({ subscriptionId, billingCountry: country }, { signal }),
    select: (reply) => reply.plan,
  })
