import { parentPort } from 'node:worker_threads'
import { harbour, startTestApp, today } from '../app.ts'
import { operateCredits } from '../../../server/credits/operating.ts'
import { addBacklog } from '../../../demo/backlog.ts'
import { operateFlags, type Flag } from '../../../server/flags.ts'
import type { AppOrder } from './real-app.ts'
import type { CallMessage } from './worker-app.ts'

/** In a worker thread, because a page's environment rewrites the addresses its database needs. */
const port = parentPort
if (port === null) throw new Error('This file runs as a worker')
const app = await startTestApp({ companies: 300, people: 1200 })

type Order = AppOrder & { id: number }

port.on('message', (message: CallMessage | Order | 'close') => {
  if (message === 'close') void working.then(() => app.close()).then(() => port.close())
  else if ('grant' in message) void grant(message.id, message.grant)
  else if ('happen' in message) void happen(message.id)
  else if ('flag' in message) void turn(message.id, message.flag, message.on)
  else void answer(message)
})
port.postMessage('ready')

let working = Promise.resolve()

const answer = async ({ id, url, method, headers, body }: CallMessage): Promise<void> => {
  const response = await app.fetch(new URL(url, 'http://localhost'), {
    method,
    headers: { ...headers, authorization: `Bearer ${await app.token()}` },
    ...(body === null ? {} : { body }),
  })
  port.postMessage({
    id,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  })
  if (method !== 'GET') working = working.then(() => app.work())
}

const grant = async (id: number, n: number): Promise<void> => {
  // Uses the app's own day: on a later day the credits of a trial would have expired.
  const now = Date.parse(`${today}T01:00:00Z`)
  await operateCredits(app.db, { do: 'grant', organisation: harbour.id, n }, now)
  port.postMessage({ id, status: 204, headers: {}, body: '' })
}

const turn = async (id: number, flag: Flag, on: boolean): Promise<void> => {
  await operateFlags(app.db, { do: 'set', organisation: harbour.id, flag, on })
  port.postMessage({ id, status: 204, headers: {}, body: '' })
}

const happen = async (id: number): Promise<void> => {
  await app.db.bulk(({ trx }) => addBacklog(trx, { seed: 1, today }))
  port.postMessage({ id, status: 204, headers: {}, body: '' })
}
