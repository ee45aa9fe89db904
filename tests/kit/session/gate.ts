import type { Subscription } from '../../../contract/org/customer.ts'

export const aTrial: Subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'trialing',
  billingCountry: 'AU',
  billingCurrency: 'AUD',
  planBucketId: 'bkt_trial',
  plan: { product: 'prod_trial', metadata: { plan_name: 'Trial' } },
  items: { data: [{ id: 'si_1' }] },
  metadata: {
    plan_name: 'Trial',
    bucketId: 'bkt_trial',
    seats: 2,
    credits: 50,
    periodEnd: '2030-01-01T00:00:00Z',
  },
}
