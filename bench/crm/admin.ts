import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { FastifyInstance } from 'fastify'
import { dayMs } from '../../contract/core/days.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import type { ConnectorKind } from '../../server/connectors/port.ts'
import { accountNow } from '../../server/credits/roll.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { testIssuer } from '../../tests/kit/app-parts.ts'
import { addresses, decide } from '../../tests/kit/crm/decide.ts'
import { growthPlan } from '../../tests/kit/fixtures/plans.ts'

const organisation = {
  id: 'org_bench',
  name: 'Bench',
  country: 'AU',
  website: 'https://bench.example',
} as const

/** With credits for every row. */
export const makeOrganisation = async (db: Database): Promise<void> => {
  await seedDemoCustomers(db, [organisation], Date.now())
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

/** Signs the tokens of an admin. */
export const openKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const claims = { sid: 'sess_bench', azp: 'http://localhost', v: 2 }
  const token = await new SignJWT({
    ...claims,
    o: { id: organisation.id, rol: 'admin', slg: 'bench' },
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(testIssuer)
    .setSubject(userId)
    .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
    .setExpirationTime('12h')
    .sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }, token }
}

const userId = 'user_alex'

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
