import { createApi } from '../../../src/lib/api.ts'
import { ApiProblem } from '../../../src/lib/api-errors.ts'
import type { Outcome, Send } from '../../../src/offline/outcome.ts'
import { startTestApp, type Someone, type TestApp } from '../app.ts'

/** The real server in this process, and how a device of some member reaches it. */
export type RealServer = {
  app: TestApp
  sendAs: (someone: Someone) => Send
  close: () => Promise<void>
}

export const startRealServer = async (): Promise<RealServer> => {
  const app = await startTestApp({ companies: 60, people: 120 })
  return {
    app,
    close: () => app.close(),
    sendAs: (someone) => {
      const client = createApi({
        fetch: app.fetch,
        getToken: () => app.token(someone),
        isSignedIn: () => true,
        deploymentId: 'test',
        baseUrl: 'http://localhost/api',
      })
      return async (call, input, { idempotencyKey, signal }): Promise<Outcome> => {
        // Every name of the contract is a function of the client; the kinds name no others.
        const make = client[call as keyof typeof client] as (
          input: object,
          options: object,
        ) => Promise<unknown>
        try {
          const key = idempotencyKey === undefined ? {} : { idempotencyKey }
          return { kind: 'done', output: await make(input, { ...key, signal, timeoutMs: 60_000 }) }
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.body === null) return { kind: 'unreachable' }
          return { kind: 'problem', problem: error.body }
        }
      }
    },
  }
}
