import { parentPort } from 'node:worker_threads'
import { startTestApp } from '../../support/app.ts'
import type { Asked } from './real-app.ts'

/** The real server in a thread of Node's own: a page's environment rewrites the addresses its database needs. */
const port = parentPort
if (port === null) throw new Error('This file runs as a worker')
const app = await startTestApp({ companies: 300, people: 1200 })

port.on('message', (asked: Asked | 'close') => {
  if (asked === 'close') void app.close().then(() => port.close())
  else void answer(asked)
})
port.postMessage('ready')

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
}
