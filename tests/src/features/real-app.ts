import { Worker } from 'node:worker_threads'
import { createApi, type ApiClient } from '../../../src/lib/api.ts'

/** A request on its way to the thread of the server. */
export type Asked = {
  id: number
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}
type Answer = { id: number; status: number; headers: Record<string, string>; body: string }

/** The API client of a page, answered by the real server with a small demo world, as an admin of its first organisation. */
export const startRealApp = async (): Promise<{ api: ApiClient; close: () => Promise<void> }> => {
  const worker = new Worker('./tests/src/features/app-worker.ts')
  const waiting = new Map<number, (answer: Answer) => void>()
  await new Promise<void>((done, fail) => {
    worker.once('error', fail)
    worker.on('message', (message: Answer | 'ready') => {
      if (message === 'ready') return done()
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    })
  })
  let last = 0
  const api = createApi({
    fetch: async (input, init) => {
      last += 1
      const id = last
      const answer = await new Promise<Answer>((done) => {
        waiting.set(id, done)
        worker.postMessage({
          id,
          url: input instanceof Request ? input.url : input.toString(),
          method: init?.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init?.headers)),
          body: typeof init?.body === 'string' ? init.body : null,
        } satisfies Asked)
      })
      init?.signal?.throwIfAborted()
      return new Response(answer.status === 204 ? null : answer.body, {
        status: answer.status,
        headers: answer.headers,
      })
    },
    getToken: () => Promise.resolve('the thread has its own'),
    isSignedIn: () => true,
    deploymentId: 'test',
  })
  return {
    api,
    close: async () => {
      const ended = new Promise((done) => worker.once('exit', done))
      worker.postMessage('close')
      await ended
    },
  }
}
