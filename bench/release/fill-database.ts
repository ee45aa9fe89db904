import { sql } from 'kysely'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import { startSalesloftEmulator } from '../../emulators/crm/salesloft/emulator.ts'
import { hubspot } from '../../server/connectors/hubspot/connector.ts'
import { salesloft } from '../../server/connectors/salesloft/connector.ts'
import { unknownNumber, type Register } from '../../server/registers/answers.ts'
import { nameOperator } from '../../server/sources/store.ts'
import { today } from '../../tests/kit/app.ts'
import { startBillingApp, type BillingApp } from '../../tests/kit/billing.ts'
import { plantWork } from '../../tests/kit/canary-work.ts'
import { crmsAt } from '../../tests/kit/crm/app.ts'
import {
  exampleOf,
  mutatingNames,
  refusingTarget,
  type MutatingName,
} from '../../tests/kit/mutating-examples.ts'
import { memberOf, someRecords } from '../../tests/kit/saved-work.ts'

export type Filled = { url: string; companies: string[]; counts: Record<string, number> }

/** A small market, and organisations that have made each call with changes once; `take` reads it while it is there. */
export const fillDatabase = async (take: (filled: Filled) => Promise<void>): Promise<void> => {
  const crm = await startSalesloftEmulator({})
  const test = await startBillingApp({
    companies: 20,
    people: 120,
    asSold: false,
    parts: {
      targets: { HS_INTEGRATION: refusingTarget },
      registers: { of: () => ({ register: unknowing, number: '1' }) },
      crms: crmsAt(crm, salesloft, { kinds: [hubspot, salesloft] }),
    },
  })
  try {
    const people = await someRecords(test, 'people', 100)
    const companies = await someRecords(test, 'company', 20)
    const [person = '', company = ''] = [people[0], companies[0]]
    await plantWork(test, 'Southern work', person)
    for (const name of mutatingNames) await makeCall(test, name, people, company)
    await test.work()
    await test.app.settled()
    await take({ url: await addressOf(test), companies, counts: await countRows(test) })
  } finally {
    await test.close()
    await crm.close()
  }
}

const unknowing: Register = { name: 'NZBN', ask: () => Promise.resolve(unknownNumber) }

const makeCall = async (
  test: BillingApp,
  name: MutatingName,
  people: readonly string[],
  companyId: string,
): Promise<void> => {
  const orgId = `org_${name}`
  const organisation = { id: orgId, name, country: 'AU', website: 'https://t.example' } as const
  await seedDemoCustomers(test.db, [organisation], Date.parse(`${today}T01:00:00Z`))
  const admin = memberOf(test, { userId: `user_${name}`, orgId, role: 'admin' })
  await admin.read('/customer/info')
  const company = { id: companyId, name: 'Company' }
  const { path = {}, body = {} } = await exampleOf(name, { test, admin, orgId, people, company })
  await test.app.settled()
  await nameOperator(test.db.owner, orgId)
  const call: Endpoint = api[name]
  const url = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => path[key] ?? '')
  const { status } = await test.ask(call.method, url, body, {
    as: admin.as,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  if (status >= 300) throw new Error(`${name} answered ${status}`)
}

const addressOf = async ({ db }: BillingApp): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.owner)
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${rows[0]?.name ?? ''}`
  return url.href
}

const countRows = async ({ db }: BillingApp): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; n: number }>`
    select tablename as name, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from public.%I', tablename), false, true, '')))[1]::text::int as n
    from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by tablename`.execute(
    db.owner,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
