import { Worker } from 'node:worker_threads'
import { createApi, type ApiClient } from '../../../src/lib/api.ts'

export type CallMessage = {
  id: number
  url: string
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}
export type Answer = { id: number; status: number; headers: Record<string, string>; body: string }

export type WorkerApp<Order> = {
  api: ApiClient
  get: (url: string) => Promise<Answer>
  /** What is no call, by the worker's own rules. */
  order: (order: Order) => Promise<Answer>
  close: () => Promise<void>
}

/** An app in a worker thread; the worker answers calls and orders by their id. */
export const startWorkerApp = async <Order extends object>(
  file: string,
): Promise<WorkerApp<Order>> => {
  const worker = new Worker(file)
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
  const send = (message: Order | Omit<CallMessage, 'id'>): Promise<Answer> => {
    last += 1
    const id = last
    return new Promise<Answer>((done) => {
      waiting.set(id, done)
      worker.postMessage({ ...message, id })
    })
  }
  const api = createApi({
    fetch: async (input, init) => {
      const answer = await send({
        url: input instanceof Request ? input.url : input.toString(),
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: await bodyOf(init?.body),
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
    get: (url) => send({ url, method: 'GET', headers: {}, body: null }),
    order: send,
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
