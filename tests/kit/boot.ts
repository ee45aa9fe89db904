import type { Boot } from '../../server/platform/http/web.ts'

export const boot: Omit<Boot, 'deploymentId'> = {
  clerkPublishableKey: 'pk',
  clerkProxyUrl: null,
  posthogKey: null,
  posthogHost: null,
  posthogPersonProfiles: true,
  sentryDsn: null,
  contactSalesUrl: null,
  stripe: null,
  worker: 'on',
}
