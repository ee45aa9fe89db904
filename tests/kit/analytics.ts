import type { Analytics } from '../../src/lib/telemetry.ts'

/** Sends nothing. */
export const silentAnalytics: Analytics = {
  page: () => undefined,
  call: () => undefined,
  earlyAccess: async () => [],
  join: () => undefined,
  sharing: () => 'on',
  share: () => undefined,
  end: () => undefined,
}
