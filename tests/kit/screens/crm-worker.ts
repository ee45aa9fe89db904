import { parentPort } from 'node:worker_threads'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { dynamics } from '../../../server/connectors/dynamics/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { readPlan, storePlan, trialBucket } from '../../../server/plans/plan.ts'
import { harbour } from '../app.ts'
import { openCrmApp } from '../crm/app.ts'
import { decide } from '../crm/decide.ts'
import type { CrmOrder } from './real-crm.ts'
import type { CallMessage } from './worker-app.ts'

/** In a worker thread, because a page's environment rewrites the addresses its database needs. */
const port = parentPort
if (port === null) throw new Error('This file runs as a worker')
const app = await openCrmApp(salesloft, startSalesloftEmulator, {
  kinds: [salesloft, dynamics],
  companies: 30,
})

const readOwners = async (): Promise<void> => {
  const { id } = await app.db.owner
    .selectFrom('crm_connection')
    .select('id')
    .executeTakeFirstOrThrow()
  await app
    .access()
    .call(harbour.id, id, (api, connector) => connector.owners(api))
    .catch(() => undefined)
}

/** The answer is the query with which the browser comes back. */
const perform = async (order: CrmOrder): Promise<string> => {
  switch (order.is) {
    case 'decide':
      return (await decide(new URL(order.page), order.decision)).toString()
    case 'revoke':
      app.emulator.user.revoke()
      await readOwners()
      return ''
    case 'work':
      await app.work()
      return ''
    case 'throttle': {
      const end = app.emulator.faults.begin({ kind: 'throttle' })
      await readOwners()
      end()
      return ''
    }
    case 'plan': {
      const plan = await readPlan(app.db.owner, trialBucket)
      if (plan) await storePlan(app.db.owner, { ...plan, connectors: order.connectors })
      return ''
    }
    case 'states': {
      const rows = await app.db.owner.selectFrom('crm_connection').select('state').execute()
      return rows.map(({ state }) => state).join()
    }
  }
}

const answer = async ({ url, method, headers, body }: CallMessage) => {
  const response = await app.fetch(new URL(url, 'http://localhost'), {
    method,
    headers: { ...headers, authorization: `Bearer ${await app.token()}` },
    ...(body === null ? {} : { body }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

port.on('message', (message: CallMessage | (CrmOrder & { id: number }) | 'close') => {
  if (message === 'close') void app.close().then(() => port.close())
  else if ('url' in message && 'method' in message)
    void answer(message).then((answered) => port.postMessage({ id: message.id, ...answered }))
  else
    void perform(message).then((body) =>
      port.postMessage({ id: message.id, status: 200, headers: {}, body }),
    )
})
port.postMessage('ready')
