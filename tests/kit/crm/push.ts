import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { startDynamicsEmulator } from '../../../emulators/crm/dynamics/emulator.ts'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'
import { startSalesforceEmulator } from '../../../emulators/crm/salesforce/emulator.ts'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import type { CrmEmulator, CrmRecord } from '../../../emulators/crm/core/types.ts'
import { dynamics } from '../../../server/connectors/dynamics/connector.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { pipedrive } from '../../../server/connectors/pipedrive/connector.ts'
import type { ConnectorKind } from '../../../server/connectors/port.ts'
import type { ConflictDecisions } from '../../../contract/money/crm.ts'
import { salesforce } from '../../../server/connectors/salesforce/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { openAccess } from '../../../server/crm/access.ts'
import type { Crm, Crms } from '../../../server/crm/crms.ts'
import { crmTargets } from '../../../server/crm/push-target.ts'
import { requestWorker } from '../../../server/downloads/pipeline.ts'
import { harbour } from '../app.ts'
import { Crash, mortal } from '../crash/mortal.ts'
import { readRequest, requestDownload } from '../downloads.ts'
import { colleagues, type Member } from '../saved-work.ts'
import { openCrmApp, type CrmApp } from './app.ts'

/** A CRM to push to, and a company as a user enters it there. */
export type PushedCrm = {
  label: string
  kind: ConnectorKind
  start: (options: { now: () => number }) => Promise<CrmEmulator>
  company: (name: string, domain: string) => { object: string; values: Record<string, unknown> }
  person: (email: string) => { object: string; values: Record<string, unknown> }
  /** Of a company there. */
  nameField: string
  /** Leaves a company there without anything that matches it to ours. */
  withoutKeys: Record<string, unknown>
  /** Whether the survivor of a merge is known. */
  followsMerges: boolean
  /** Whether its domains are unique: then it neither updates nor creates a company beside another with the same domain. */
  refusesTwins?: true
  /** What the admin types to connect. */
  address?: string
}

export const pushedCrms: readonly PushedCrm[] = [
  {
    label: hubspot.label,
    kind: hubspot,
    start: startHubspotEmulator,
    company: (name, domain) => ({ object: 'companies', values: { name, domain } }),
    person: (email) => ({ object: 'contacts', values: { lastname: 'Park', email } }),
    nameField: 'name',
    withoutKeys: { domain: '', fieldbook_id: '' },
    followsMerges: true,
  },
  {
    label: salesforce.label,
    kind: salesforce,
    start: startSalesforceEmulator,
    company: (name, domain) => ({
      object: 'Account',
      values: { Name: name, Website: `https://www.${domain}` },
    }),
    person: (email) => ({ object: 'Contact', values: { LastName: 'Park', Email: email } }),
    nameField: 'Name',
    withoutKeys: { Website: null },
    followsMerges: true,
  },
  {
    label: pipedrive.label,
    kind: pipedrive,
    start: startPipedriveEmulator,
    company: (name, domain) => ({
      object: 'organization',
      values: { name, website: `https://www.${domain}` },
    }),
    person: (email) => ({
      object: 'person',
      values: { name: 'Park', emails: [{ value: email, primary: true, label: 'work' }] },
    }),
    nameField: 'name',
    withoutKeys: { website: null },
    followsMerges: false,
  },
  {
    label: dynamics.label,
    kind: dynamics,
    start: startDynamicsEmulator,
    company: (name, domain) => ({
      object: 'account',
      values: { name, websiteurl: `https://www.${domain}` },
    }),
    person: (email) => ({ object: 'contact', values: { lastname: 'Park', emailaddress1: email } }),
    nameField: 'name',
    withoutKeys: { websiteurl: null },
    followsMerges: true,
    address: 'https://harbour.crm6.dynamics.com',
  },
  {
    label: salesloft.label,
    kind: salesloft,
    start: startSalesloftEmulator,
    company: (name, domain) => ({ object: 'account', values: { name, domain } }),
    person: (email) => ({ object: 'person', values: { last_name: 'Park', email_address: email } }),
    nameField: 'name',
    withoutKeys: { domain: 'elsewhere.example', website: null },
    followsMerges: false,
    refusesTwins: true,
  },
]

type Given = { id: string; domain: string }

export type PushApp = CrmApp & {
  alex: Member
  nameField: string
  /** With a website, which all CRMs take; others with each call. */
  companies: (count: number) => Given[]
  /** Accepts it only. */
  request: (
    category: 'company' | 'people',
    ids: readonly string[],
    decisions?: ConflictDecisions,
  ) => Promise<string>
  /** Runs what is due, and answers the request. */
  push: (category: 'company' | 'people', ids: readonly string[]) => ReturnType<typeof readRequest>
  /** A server that dies at the k-th statement, commit or answer; true if it lived to the end. */
  runUntilDeath: (id: string, k: number) => Promise<boolean>
  /** What the API created. */
  created: () => CrmRecord[]
  /** The CRM's clock is so many minutes ahead of ours from now on. */
  skew: (minutes: number) => void
}

/** Connected, and the admin's records belong to the first user of the CRM. */
export const startPushApp = async (crm: PushedCrm): Promise<PushApp> => {
  const { kind, start, address, nameField } = crm
  let skewMs = 0
  const startSkewed: PushedCrm['start'] = ({ now }) => start({ now: () => now() + skewMs })
  const app = await openCrmApp(kind, startSkewed, {
    companies: 100,
    people: 200,
    ...(address !== undefined && { address }),
  })
  const { alex } = colleagues(app)
  await app.connect()
  await chooseOwner(app)
  let all = await withWebsite(app)
  const request: PushApp['request'] = async (category, ids, decisions) => {
    const source = { kind: 'ids', ids }
    const what = { type: kind.key, category, source, decisions }
    const { status, body } = await requestDownload(alex, what)
    expect([status, body.detail]).toEqual([202, undefined])
    return body.requestId
  }
  return {
    ...app,
    alex,
    nameField,
    companies: (count) => {
      // People who were pushed took their companies along.
      const there = JSON.stringify(app.emulator.records())
      all = all.filter(({ domain }) => !there.includes(domain))
      const next = all.splice(0, count)
      if (next.length < count) throw new Error('There are no other companies.')
      return next
    },
    request,
    push: async (category, ids) => {
      const id = await request(category, ids)
      await app.work()
      return readRequest(alex, id)
    },
    runUntilDeath: async (id, k) => {
      const { db } = mortal(app.db, app.files, k)
      const access = openAccess({ ...app.parts, db })
      const worker = requestWorker({
        db,
        files: app.files,
        targets: crmTargets({ ...app.parts, access }),
        now: app.parts.now,
      })
      try {
        await worker.run(jobOf(id))
        return true
      } catch (error) {
        if (error instanceof Crash) return false
        throw error
      }
    },
    created: () => app.emulator.records().filter(({ source }) => source === 'api'),
    skew: (minutes) => {
      skewMs = minutes * 60_000
    },
  }
}

/** Runs a request as a server does whose CRMs are changed so. */
export const runPush = async (
  app: CrmApp,
  id: string,
  change: (crm: Crm) => Crm,
): Promise<void> => {
  const { find } = app.parts.crms
  const crms: Crms = {
    ...app.parts.crms,
    find: (key) => {
      const crm = find(key)
      return crm && change(crm)
    },
  }
  const parts = { ...app.parts, crms }
  const targets = crmTargets({ ...parts, access: openAccess(parts) })
  const { db, files } = app
  await requestWorker({ db, files, targets, now: parts.now }).run(jobOf(id))
}

const jobOf = (id: string) => ({
  orgId: harbour.id,
  kind: 'request',
  id,
  claims: 1,
  failures: 0,
  holder: id,
})

/** A create of a company that an earlier request sent, and that got no answer. */
export const addUnanswered = async (app: PushApp, recordId: string): Promise<void> => {
  const { id: connectionId } = await app.db.owner
    .selectFrom('crm_connection')
    .select('id')
    .where('state', '=', 'connected')
    .executeTakeFirstOrThrow()
  const values = { [app.nameField]: 'as stored' }
  await app.db.owner
    .insertInto('crm_sent')
    .values({
      org_id: harbour.id,
      id: uuidv7(),
      connection_id: connectionId,
      object: 'company',
      record_id: recordId,
      request_id: uuidv7(),
      row: 1,
      state: 'unknown',
      write: JSON.stringify({
        write: { ref: recordId, object: 'company', key: recordId, values },
        keys: [],
      }),
      sent_at: new Date(app.parts.now() - 3_600_000),
    })
    .execute()
}

const withWebsite = async ({ ask }: CrmApp): Promise<Given[]> => {
  const found: Given[] = []
  for (const from of [0, 50]) {
    const { body } = await ask('POST', '/records', { category: 'company', size: 50, from })
    const records: { id: string; domain?: string }[] = body.records
    for (const { id, domain } of records) if (domain !== undefined) found.push({ id, domain })
  }
  return found
}

export const chooseOwner = async (app: CrmApp): Promise<void> => {
  const { body } = await app.crm('POST', `/crm/${app.kind.key}/mapping`)
  const mapping = { ...body.mapping, owners: { user_alex: body.owners[0].id } }
  const saved = await app.crm('PUT', `/crm/${app.kind.key}/mapping`, { mapping })
  expect([saved.status, saved.body.problems]).toEqual([200, []])
}
