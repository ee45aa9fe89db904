import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { dayMs } from '../../contract/core/days.ts'
import type { ConnectorKind } from '../../server/connectors/port.ts'
import { accountNow } from '../../server/credits/roll.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { addresses, decide } from '../../tests/kit/crm/decide.ts'
import { growthPlan } from '../../tests/kit/fixtures/plans.ts'
import { addOrganisation, organisation } from '../support/organisation.ts'

/** With credits for every row. */
export const makeOrganisation = async (db: Database): Promise<void> => {
  await addOrganisation(db)
  const periodEnd = new Date(Date.now() + 60 * dayMs).toISOString()
  await db.asOrg(organisation.id, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({ data: JSON.stringify({ ...data, ...growthPlan(1_000_000, periodEnd) }) })
      .execute()
    await accountNow(trx, organisation.id, Date.now())
  })
}

type Body = Record<string, unknown>

export const userId = 'user_alex'

export type Admin = {
  /** Throws for a refusal. */
  ask: (method: 'GET' | 'POST' | 'PUT', path: string, body?: Body) => Promise<Body>
  connect: (kind: ConnectorKind) => Promise<void>
  /** The admin's records belong to the first user of the CRM. */
  chooseOwner: (kind: ConnectorKind) => Promise<void>
}

export const openAdmin = (app: FastifyInstance, token: string): Admin => {
  const ask: Admin['ask'] = async (method, path, body) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return answer.body === '' ? {} : answer.json<Body>()
  }
  const askCrm: Admin['ask'] = async (method, path, body) => {
    const { token: signed } = await ask('GET', '/crm/org')
    return ask(method, path, { token: signed, ...body })
  }
  return {
    ask,
    connect: async ({ key, settings }) => {
      const address = addresses[settings]
      const { url } = await askCrm('POST', `/crm/${key}/connect`, address ? { address } : {})
      const { state, code } = Object.fromEntries(await decide(new URL(String(url)), 'allow'))
      await askCrm('POST', '/crm/finish', { state, code })
    },
    chooseOwner: async ({ key }) => {
      const { mapping, owners } = await askCrm('POST', `/crm/${key}/mapping`)
      const [first] = Array.isArray(owners) ? owners : []
      const chosen = { ...Object(mapping), owners: { [userId]: Object(first).id } }
      await askCrm('PUT', `/crm/${key}/mapping`, { mapping: chosen })
    },
  }
}
