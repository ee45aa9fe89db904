import type { QueryClient } from '@tanstack/react-query'
import type { Subscription } from '../../../contract/org/customer.ts'

/** Shows a changed plan at once, and asks again for what follows from it. */
export const storePlan = (client: QueryClient, subscription: Subscription): void => {
  client.setQueriesData({ queryKey: ['subscription'] }, () => ({ subscription }))
  for (const key of ['customer', 'features', 'products', 'invoices'])
    void client.invalidateQueries({ queryKey: [key] })
}
