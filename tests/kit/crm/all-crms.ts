import { setImmediate } from 'node:timers/promises'
import type { CrmEmulator } from '../../../emulators/crm/core/types.ts'
import { crmEmulators } from '../../../emulators/crm/all.ts'
import type { ConnectorKind, Values } from '../../../server/connectors/port.ts'
import { connectorKinds } from '../../../server/connectors/registry.ts'
import { openAccess, type Access } from '../../../server/crm/access.ts'
import { openCrms } from '../../../server/crm/crms.ts'
import { saveLinks } from '../../../server/crm/links.ts'
import { openSeal } from '../../../server/crm/seal.ts'
import { resolveName } from '../../../server/platform/vendors/guarded-post.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { harbour, southern, startTestApp, type Someone, type TestApp } from '../app.ts'
import { addresses, decide } from './decide.ts'

export type AllCrms = TestApp & {
  now(): number
  access: Access
  emulatorOf(kind: ConnectorKind): CrmEmulator
  /** A call with the token of `GET /crm/org`, by default as an admin. */
  crm(
    method: 'POST' | 'PUT',
    path: string,
    body?: Record<string, unknown>,
    as?: Someone,
  ): ReturnType<TestApp['ask']>
  /** The id of the connection. */
  connect(kind: ConnectorKind): Promise<string>
  disconnect(kind: ConnectorKind): Promise<void>
  /** Creates a record in the CRM and links it. */
  link(
    connectionId: string,
    object: 'company' | 'contact',
    recordId: string,
    values: Values,
  ): Promise<string>
  pass(minutes: number): Promise<void>
  /** All jobs, also those that wait for an hour at most. */
  workAll(): Promise<void>
}

/** One app in which every CRM is set up, with their emulators. */
export const openAllCrms = async (
  options: { companies?: number; people?: number } = {},
): Promise<AllCrms> => {
  let ahead = 65_000 - (Date.now() % 60_000)
  const now = (): number => Date.now() + ahead
  const wait = async (ms: number): Promise<void> => {
    await setImmediate()
    ahead += ms
  }
  const emulators = new Map<string, CrmEmulator>()
  for (const { prefix, start } of crmEmulators) emulators.set(prefix, await start({ now }))
  const settings = Object.fromEntries([...emulators].map(([key, each]) => [key, each.settings]))
  const crms = openCrms({ kinds: connectorKinds, settings, resolve: resolveName, now })
  const seal = openSeal([{ id: 'k1', key: new Uint8Array(32).fill(3) }])
  const test = await startTestApp({
    companies: options.companies ?? 20,
    people: options.people ?? 40,
    parts: { crms, crmSeal: seal, crmWait: wait, now },
  })
  const { db } = test
  const renewTrials = () => seedDemoCustomers(db, [harbour, southern], now())
  await renewTrials()
  const access = openAccess({ db, crms, seal, now, wait })
  const emulatorOf = ({ settings: prefix }: ConnectorKind): CrmEmulator => {
    const emulator = emulators.get(prefix)
    if (!emulator) throw new Error(prefix)
    return emulator
  }
  const crm: AllCrms['crm'] = async (method, path, body = {}, as = {}) => {
    const { body: signed } = await test.ask('GET', '/crm/org', undefined, { as })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return test.ask(method, path, { token: signed.token, ...body }, { as, headers })
  }
  const pass = async (minutes: number): Promise<void> => {
    ahead += minutes * 60_000
    await renewTrials()
  }
  const runDue = async (): Promise<void> => {
    await db.owner
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .execute()
    await test.work()
  }
  return {
    ...test,
    now,
    access,
    emulatorOf,
    crm,
    connect: async (kind) => {
      const address = addresses[kind.settings]
      const { body, status } = await crm(
        'POST',
        `/crm/${kind.key}/connect`,
        address === undefined ? {} : { address },
      )
      if (status !== 200) throw new Error(`connect: ${status} ${body.detail}`)
      const { state = '', code } = Object.fromEntries(await decide(new URL(body.url), 'allow'))
      const finished = await crm('POST', '/crm/finish', { state, code })
      if (finished.status !== 200) throw new Error(`finish: ${finished.body.detail}`)
      return finished.body.connection.id
    },
    disconnect: async (kind) => {
      const { status } = await crm('POST', `/crm/${kind.key}/disconnect`)
      if (status !== 204) throw new Error(`disconnect: ${status}`)
    },
    link: async (connectionId, object, recordId, values) => {
      const [written] = await access.call(harbour.id, connectionId, (api, connector) =>
        connector.write(api, [{ ref: 'row', object, key: recordId, values }]),
      )
      if (written?.is !== 'created') throw new Error(JSON.stringify(written))
      const { id } = written
      const of = { orgId: harbour.id, connectionId, at: now() }
      await db.asOrg(harbour.id, (trx) =>
        saveLinks(trx, of, [{ recordId, object, id, isOurs: true }]),
      )
      return id
    },
    pass,
    workAll: async () => {
      await runDue()
      for (let rounds = 0; rounds < 4; rounds += 1) {
        await pass(15)
        await runDue()
      }
    },
    close: async () => {
      await test.close()
      for (const emulator of emulators.values()) await emulator.close()
    },
  }
}
