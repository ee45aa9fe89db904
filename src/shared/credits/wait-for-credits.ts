import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'
import { log } from '../../lib/log.ts'
import { creditsQuery } from '../queries.ts'

const everyMs = 2_000
const maxAttempts = 45

/** Asks for the credits until so many were bought; false after a minute and a half. The payment is confirmed to the server by Stripe. */
export const waitForCredits = async (
  client: QueryClient,
  api: ApiClient,
  bought: number,
): Promise<boolean> => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await new Promise((done) => setTimeout(done, everyMs))
    try {
      const { parts } = await client.fetchQuery({ ...creditsQuery(api), staleTime: 0 })
      if (parts.addon >= bought) return true
    } catch (error) {
      log.warn('The credits could not be checked', error)
    }
  }
  return false
}
