import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { CrmEmulator } from '../../../emulators/crm/core/types.ts'
import type { ConnectorKind } from '../../../server/connectors/port.ts'
import { openAccess, type Access, type AccessParts } from '../../../server/crm/access.ts'
import { openCrms, type Crms } from '../../../server/crm/crms.ts'
import { openSeal } from '../../../server/crm/seal.ts'
import { resolveName } from '../../../server/platform/vendors/guarded-post.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { harbour, southern, startTestApp, type Someone, type TestApp } from '../app.ts'
import { decide } from './decide.ts'

export type CrmApp = TestApp & {
  emulator: CrmEmulator
  kind: ConnectorKind
  parts: AccessParts
  /** As another process of the installation opens it. */
  access(): Access
  /** A call with the token of `GET /crm/org`, by default as an admin. */
  crm(
    method: 'POST' | 'PUT',
    path: string,
    body?: Record<string, unknown>,
    as?: Someone,
  ): ReturnType<TestApp['ask']>
  /** To the CRM and back, up to the query with which the browser returns. */
  leave(decision?: 'allow' | 'deny', user?: string): Promise<Record<string, string>>
  finish(back: Record<string, string>, as?: Someone): ReturnType<TestApp['ask']>
  /** The id of the connection. */
  connect(user?: string): Promise<string>
  /** Minutes pass for the server and the CRM. */
  pass(minutes: number): Promise<void>
}

/** The CRMs of an installation where one is set up. */
export const crmsAt = (
  emulator: CrmEmulator,
  kind: ConnectorKind,
  {
    kinds = [kind],
    now,
  }: { kinds?: readonly ConnectorKind[] | undefined; now?: () => number } = {},
): Crms =>
  openCrms({
    kinds,
    settings: { [kind.settings]: emulator.settings },
    resolve: resolveName,
    ...(now && { now }),
  })

/** With one CRM that is set up, its emulator, and the current time. */
export const openCrmApp = async (
  kind: ConnectorKind,
  start: (options: { now: () => number }) => Promise<CrmEmulator>,
  options: {
    address?: string
    companies?: number
    people?: number
    kinds?: readonly ConnectorKind[]
    log?: FastifyBaseLogger
  } = {},
): Promise<CrmApp> => {
  // Five seconds into a minute, so that a limit of a minute is not about to end.
  let ahead = 65_000 - (Date.now() % 60_000)
  const now = () => Date.now() + ahead
  const wait = async (ms: number): Promise<void> => {
    await setImmediate()
    ahead += ms
  }
  const emulator = await start({ now })
  const crms = crmsAt(emulator, kind, { kinds: options.kinds, now })
  const seal = openSeal([{ id: 'k1', key: new Uint8Array(32).fill(3) }])
  const { companies = 0, people = 0, log } = options
  const test = await startTestApp({
    companies,
    people,
    parts: { crms, crmSeal: seal, crmWait: wait, now, ...(log && { log }) },
  })
  const renewTrials = () => seedDemoCustomers(test.db, [harbour, southern], now())
  await renewTrials()
  const parts: AccessParts = { db: test.db, crms, seal, now, wait }
  const crm: CrmApp['crm'] = async (method, path, body = {}, as = {}) => {
    const { body: signed } = await test.ask('GET', '/crm/org', undefined, { as })
    return test.ask(
      method,
      path,
      { token: signed.token, ...body },
      {
        as,
        headers: { 'idempotency-key': crypto.randomUUID() },
      },
    )
  }
  const leave: CrmApp['leave'] = async (decision = 'allow', user) => {
    const { body, status } = await crm('POST', `/crm/${kind.key}/connect`, {
      ...(options.address !== undefined && { address: options.address }),
    })
    if (status !== 200) throw new Error(`connect: ${status} ${body.detail}`)
    return Object.fromEntries(await decide(new URL(body.url), decision, user))
  }
  const finish: CrmApp['finish'] = (back, as) => {
    const { state = '', code, error } = back
    return crm('POST', '/crm/finish', { state, code, error }, as)
  }
  return {
    ...test,
    close: async () => {
      await test.close()
      await emulator.close()
    },
    work: async () => {
      // Jobs wait by the clock of the database, which does not run ahead.
      await sql`update job set run_at = now() where run_at <= ${new Date(now())}`.execute(
        test.db.owner,
      )
      await test.work()
    },
    emulator,
    kind,
    parts,
    access: () => openAccess(parts),
    crm,
    leave,
    finish,
    connect: async (user) => {
      const { status, body } = await finish(await leave('allow', user))
      if (status !== 200) throw new Error(`finish: ${status} ${body.detail}`)
      return body.connection.id
    },
    pass: async (minutes) => {
      ahead += minutes * 60_000
      await renewTrials()
    },
  }
}
