import type { Http } from '../connectors/http.ts'
import type { Limits } from '../connectors/port.ts'

export type Pace = (connectionId: string, pace: Limits['pace'], http: Http) => Http

/**
 * Spaces the calls of this process, so that the customer's other apps have their share; other processes are not counted, and the CRM's
 * own limit still holds. `clock` in ms.
 */
export const openPace = (clock: () => number, wait: (ms: number) => Promise<void>): Pace => {
  const sent = new Map<string, number[]>()
  return (connectionId, { calls, perMs }, http) =>
    async (call) => {
      for (;;) {
        const at = clock()
        const recent = (sent.get(connectionId) ?? []).filter((moment) => moment > at - perMs)
        const [oldest] = recent
        if (recent.length < calls || oldest === undefined) {
          recent.push(at)
          sent.set(connectionId, recent)
          return http(call)
        }
        await wait(oldest + perMs - at)
      }
    }
}
