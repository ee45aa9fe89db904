import { expect } from 'vitest'
import type { CrmActivity, CrmEmulator } from '../../../emulators/crm/core/types.ts'
import type { ConnectorKind, Values } from '../../../server/connectors/port.ts'
import { saveLinks } from '../../../server/crm/links.ts'
import { harbour } from '../app.ts'
import { openCrmApp, type CrmApp } from './app.ts'

export const ana = { userId: 'user_ana', role: 'basic_member' }

export type Rep = {
  app: CrmApp
  /** Fails if a call was early or deleted something. */
  close(): Promise<void>
  connectionId: string
  companyId: string
  person: { id: string; companyId: string }
  log(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<{ id: string }>
  edit(id: string, changes: Record<string, unknown>): Promise<void>
  /** Creates a record in the CRM and links it. */
  link(object: 'company' | 'contact', recordId: string, values: Values): Promise<string>
  /** All jobs, also those that wait. */
  work(): Promise<void>
  /** Activities that the CRM has since the last `renew`. */
  activities(): CrmActivity[]
  /** For the next case of a file: nothing is logged, linked or sent, and the CRM has no record. */
  renew(): Promise<void>
  rows(): Promise<{ state: string; reason: string | null; part: string; version: number }[]>
}

/** An organisation with Ana, who is a user of its CRM, a company and a person. */
export const openRep = async (
  kind: ConnectorKind,
  start: (options: { now: () => number }) => Promise<CrmEmulator>,
  address?: string,
): Promise<Rep> => {
  const app = await openCrmApp(kind, start, {
    companies: 20,
    people: 40,
    ...(address !== undefined && { address }),
  })
  const { db, ask, parts } = app
  await db.owner
    .insertInto('member')
    .values({
      org_id: harbour.id,
      user_id: ana.userId,
      role: 'standard',
      role_at: new Date(0),
      name: 'Ana Wu',
      email: 'Ana@harbour.example',
    })
    .execute()
  const connectionId = await app.connect()
  const person = await db.owner
    .selectFrom('person')
    .select(['id', 'company_id as companyId'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const companyId = person.companyId
  let earlier: ReadonlySet<string> = new Set()
  const log: Rep['log'] = async (body = {}, headers = {}) => {
    const visit = { category: 'company', recordId: companyId, outcome: 'met', at: visitAt }
    const answer = await ask(
      'POST',
      '/activities/visit',
      { ...visit, text: 'Talked to Kim', ...body },
      { as: ana, headers: { ...newKey(), ...headers } },
    )
    expect(answer.status).toBe(201)
    return answer.body
  }
  return {
    app,
    close: async () => {
      expect(app.emulator.audit()).toMatchObject({ deletes: 0, early: 0 })
      await app.close()
    },
    connectionId,
    companyId,
    person,
    log,
    edit: async (id, changes) => {
      const { body: list } = await ask('GET', `/records/company/${companyId}/activities`)
      const { version } = list.find((each: { id: string }) => each.id === id)
      const body = { baseVersion: version, changes }
      const answer = await ask('PATCH', `/activities/${id}`, body, { as: ana, headers: newKey() })
      expect(answer.status).toBe(200)
    },
    link: async (object, recordId, values) => {
      const write = { ref: 'row', object, key: recordId, values }
      const [written] = await app
        .access()
        .call(harbour.id, connectionId, (api, connector) => connector.write(api, [write]))
      if (written?.is !== 'created') throw new Error(JSON.stringify(written))
      const { id } = written
      const of = { orgId: harbour.id, connectionId, at: parts.now() }
      await db.asOrg(harbour.id, (trx) =>
        saveLinks(trx, of, [{ recordId, object, id, isOurs: true }]),
      )
      return id
    },
    work: async () => {
      await db.owner
        .updateTable('job')
        .set({ run_at: new Date(0) })
        .execute()
      await app.work()
    },
    activities: () => app.emulator.activities().filter(({ id }) => !earlier.has(id)),
    renew: async () => {
      app.emulator.faults.clear()
      for (const { id, isDeleted } of app.emulator.records())
        if (!isDeleted) app.emulator.user.remove(id)
      earlier = new Set(app.emulator.activities().map(({ id }) => id))
      for (const table of ['crm_activity', 'crm_link', 'activity', 'job'] as const)
        await db.owner.deleteFrom(table).execute()
    },
    rows: () =>
      db.owner
        .selectFrom('crm_activity')
        .select(['state', 'reason', 'part', 'version'])
        .orderBy('part')
        .execute(),
  }
}

export const visitAt = '2026-11-02T03:10:00.000Z'

export const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })
