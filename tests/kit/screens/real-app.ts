import { Worker } from 'node:worker_threads'
import type { FlagsCommand } from '../../../server/flags.ts'
import { createApi, type ApiClient } from '../../../src/lib/api.ts'

export type CallMessage = {
  id: number
  url: string
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}
type Answer = { id: number; status: number; headers: Record<string, string>; body: string }
export type GrantMessage = { id: number; grant: number }
export type BacklogMessage = { id: number; happen: true }
export type FlagMessage = { id: number; flag: FlagsCommand['flag']; on: boolean }

export type RealApp = {
  api: ApiClient
  get: (url: string) => Promise<Answer>
  grant: (n: number) => Promise<void>
  happen: () => Promise<void>
  turn: (flag: FlagsCommand['flag'], on: boolean) => Promise<void>
  close: () => Promise<void>
}

export const startRealApp = async (): Promise<RealApp> => {
  const worker = new Worker('./tests/kit/screens/app-worker.ts')
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
  const callWorker = (
    ask: (id: number) => CallMessage | FlagMessage | GrantMessage | BacklogMessage,
  ): Promise<Answer> => {
    last += 1
    const message = ask(last)
    return new Promise<Answer>((done) => {
      waiting.set(message.id, done)
      worker.postMessage(message)
    })
  }
  const api = createApi({
    fetch: async (input, init) => {
      const body = await bodyOf(init?.body)
      const answer = await callWorker((id) => ({
        id,
        url: input instanceof Request ? input.url : input.toString(),
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body,
      }))
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
    get: (url) => callWorker((id) => ({ id, url, method: 'GET', headers: {}, body: null })),
    grant: async (n) => void (await callWorker((id) => ({ id, grant: n }))),
    turn: async (flag, on) => void (await callWorker((id) => ({ id, flag, on }))),
    happen: async () => void (await callWorker((id) => ({ id, happen: true }))),
    close: async () => {
      const ended = new Promise((done) => worker.once('exit', done))
      worker.postMessage('close')
      await ended
    },
  }
}

const bodyOf = async (body: BodyInit | null | undefined): Promise<CallMessage['body']> => {
  if (typeof body === 'string') return body
  return body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : null
}

/** The ids of all 300 companies of its world. */
export const everyCompany = async (api: ApiClient): Promise<string[]> => {
  const pages = await Promise.all(
    [0, 100, 200].map((from) => api.records({ category: 'company', from, size: 100 })),
  )
  return pages.flatMap(({ records }) => records.map(({ id }) => id))
}
