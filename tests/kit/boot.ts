import type { Boot } from '../../server/platform/http/web.ts'

/** Boot settings of an app without hosted services. */
export const boot: Omit<Boot, 'deploymentId'> = {
  clerkPublishableKey: 'pk',
  clerkProxyUrl: null,
  posthogKey: null,
  posthogHost: null,
  posthogPersonProfiles: true,
  sentryDsn: null,
  contactSalesUrl: null,
  worker: 'on',
}
