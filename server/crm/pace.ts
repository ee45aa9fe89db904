import type { Http } from '../connectors/http.ts'
import type { Limits } from '../connectors/port.ts'

export type Pace = (connectionId: string, pace: Limits['pace'], http: Http) => Http

/**
 * Spaces the calls of this process, so that the customer's other apps have their share; other processes are not counted, and the CRM's
 * own limit still holds. `now` is in ms since 1970.
 */
export const openPace = (now: () => number, wait: (ms: number) => Promise<void>): Pace => {
  const sent = new Map<string, number[]>()
  return (connectionId, { calls, perMs }, http) =>
    async (call) => {
      for (;;) {
        const at = now()
        const recent = (sent.get(connectionId) ?? []).filter(
          (moment) => moment > at - perMs && moment <= at,
        )
        const [oldest] = recent
        if (recent.length < calls || oldest === undefined) {
          recent.push(at)
          sent.set(connectionId, recent)
          return http(call)
        }
        // The clock may have been set back.
        await wait(Math.min(oldest + perMs - at, perMs))
      }
    }
}
