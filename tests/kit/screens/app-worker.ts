import { parentPort } from 'node:worker_threads'
import { harbour, startTestApp, today } from '../app.ts'
import { operateCredits } from '../../../server/credits/operating.ts'
import { addBacklog } from '../../../demo/backlog.ts'
import { operateFlags } from '../../../server/flags.ts'
import type { Asked, Flagged, Granted, Happening } from './real-app.ts'

/** The real server in a thread of Node's own: a page's environment rewrites the addresses its database needs. */
const port = parentPort
if (port === null) throw new Error('This file runs as a worker')
const app = await startTestApp({ companies: 300, people: 1200 })

port.on('message', (asked: Asked | Flagged | Granted | Happening | 'close') => {
  if (asked === 'close') void working.then(() => app.close()).then(() => port.close())
  else if ('grant' in asked) void grant(asked)
  else if ('happen' in asked) void happen(asked)
  else if ('flag' in asked) void turn(asked)
  else void answer(asked)
})
port.postMessage('ready')

/** What is done in the background, one after the other. */
let working = Promise.resolve()

const answer = async ({ id, url, method, headers, body }: Asked): Promise<void> => {
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

const grant = async ({ id, grant: n }: Granted): Promise<void> => {
  // The app's own day: on a later one what a trial has left would have run out.
  const now = Date.parse(`${today}T01:00:00Z`)
  await operateCredits(app.db, { do: 'grant', organisation: harbour.id, n }, now)
  port.postMessage({ id, status: 204, headers: {}, body: '' })
}

const turn = async ({ id, flag, on }: Flagged): Promise<void> => {
  await operateFlags(app.db, { organisation: harbour.id, flag, on })
  port.postMessage({ id, status: 204, headers: {}, body: '' })
}

const happen = async ({ id }: Happening): Promise<void> => {
  await app.db.bulk(({ trx }) => addBacklog(trx, { seed: 1, today }))
  port.postMessage({ id, status: 204, headers: {}, body: '' })
}
