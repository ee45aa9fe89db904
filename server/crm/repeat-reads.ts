import { Unavailable, Uncertain } from '../connectors/errors.ts'
import type { Http } from '../connectors/http.ts'

/**
 * Repeats each read that has no answer, or one that may be better next time: a step of a connector takes many reads, and begins again
 * when one of them fails.
 */
export const repeatReads =
  (http: Http, pause: (ms: number) => Promise<void>): Http =>
  async (call) => {
    if (call.method !== 'GET' && call.reads !== true) return http(call)
    for (const ms of pausesMs) {
      try {
        const answer = await http(call)
        if (answer.status < 500 && answer.status !== 408) return answer
      } catch (error) {
        if (!(error instanceof Unavailable || error instanceof Uncertain)) throw error
      }
      await pause(ms)
    }
    return http(call)
  }

const pausesMs = [1_000, 2_000]
