import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CrmFault } from '../../../emulators/crm/core/types.ts'
import { startDynamicsEmulator } from '../../../emulators/crm/dynamics/emulator.ts'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'
import { startSalesforceEmulator } from '../../../emulators/crm/salesforce/emulator.ts'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { dynamics } from '../../../server/connectors/dynamics/connector.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { pipedrive } from '../../../server/connectors/pipedrive/connector.ts'
import { salesforce } from '../../../server/connectors/salesforce/connector.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { activityJob } from '../../../server/crm/activities/enqueue.ts'
import { activityWorker } from '../../../server/crm/activities/worker.ts'
import { enqueue, Postponed, type ClaimedJob } from '../../../server/platform/db/queue.ts'
import { harbour } from '../../kit/app.ts'
import { openRep, type Rep } from '../../kit/crm/activities.ts'
import { onThisDatabase } from '../../kit/crm/on-this-database.ts'
import { Killed, mortal } from '../../kit/crm/mortal.ts'

const crms = [
  {
    label: 'Pipedrive',
    open: () => openRep(pipedrive, startPipedriveEmulator),
    acme: { name: 'Acme' },
    path: 'activities',
  },
  {
    label: 'Salesloft',
    open: () => openRep(salesloft, startSalesloftEmulator),
    acme: { name: 'Acme', domain: 'acme.example' },
    path: 'notes',
  },
  {
    label: 'HubSpot',
    open: () => openRep(hubspot, startHubspotEmulator),
    acme: { name: 'Acme', domain: 'acme.example' },
    path: 'notes',
  },
  {
    label: 'Salesforce',
    open: () => openRep(salesforce, startSalesforceEmulator),
    acme: { Name: 'Acme' },
    path: 'Task',
  },
  {
    label: 'Dynamics',
    open: () => openRep(dynamics, startDynamicsEmulator, 'https://harbour.crm6.dynamics.com'),
    acme: { name: 'Acme' },
    path: 'batch',
  },
] as const

describe.each(onThisDatabase(crms))(
  'an activity without an answer of $label',
  ({ open, acme, path }) => {
    let rep: Rep
    let earlier: ReadonlySet<string>
    beforeAll(async () => {
      rep = await open()
      await rep.link('company', rep.companyId, acme)
    })
    afterAll(() => rep.close())
    beforeEach(() => {
      earlier = new Set(rep.app.emulator.activities().map(({ id }) => id))
    })
    afterEach(async () => {
      await rep.app.db.owner.deleteFrom('crm_activity').execute()
      await rep.app.db.owner.deleteFrom('job').execute()
    })
    const sent = () => rep.app.emulator.activities().filter(({ id }) => !earlier.has(id))

    it('is there once, wherever the server is killed while it sends one', async () => {
      for (let lives = 1, killed = true; killed; lives += 1) {
        const text = `Visit ${lives}.`
        const { id } = await rep.log({ text })
        killed = await runKilled(rep, id, lives)
        await recover(rep, id)
        const same = sent().filter((each) => each.text.includes(text))
        expect([lives, same.length]).toEqual([lives, 1])
      }
      for (const row of await rep.rows()) expect(row).toMatchObject({ state: 'done', version: 1 })
    })

    it('has the last edit, wherever the server is killed while it sends one', async () => {
      const { id } = await rep.log()
      await recover(rep, id)
      for (let lives = 1, killed = true; killed; lives += 1) {
        await rep.edit(id, { text: `Edit ${lives}.` })
        killed = await runKilled(rep, id, lives)
        await recover(rep, id)
        const activities = sent()
        expect([lives, activities.length]).toEqual([lives, 1])
        expect(activities[0]?.text).toContain(`Edit ${lives}.`)
      }
    })

    const faults: readonly CrmFault[] = [
      { kind: 'lost' },
      { kind: 'committed-then-500' },
      { kind: 'reset' },
    ]
    it.each(faults)(
      'is there once after the fault $kind, with what was edited since',
      async (fault) => {
        rep.app.emulator.faults.begin({ ...fault, method: 'POST', path, times: 1 })
        const { id } = await rep.log()
        await rep.work()
        expect(await rep.rows()).toMatchObject([{ state: 'unknown' }])
        await rep.edit(id, { text: 'Talked to Lee' })
        await recover(rep, id)
        const activities = sent()
        expect(activities).toHaveLength(1)
        expect(activities[0]?.text).toContain('Talked to Lee')
        expect(await rep.rows()).toMatchObject([{ state: 'done', version: 2 }])
      },
    )

    it('is there once if the CRM commits it late, for it is looked for after that', async () => {
      const { emulator } = rep.app
      emulator.faults.begin({ kind: 'late-commit', ms: 20, method: 'POST', path, times: 1 })
      const { id } = await rep.log()
      await rep.work()
      await rep.work()
      expect(await rep.rows()).toMatchObject([{ state: 'unknown' }])
      await vi.waitFor(() => expect(sent()).toHaveLength(1))
      await recover(rep, id)
      expect(sent()).toHaveLength(1)
      expect(await rep.rows()).toMatchObject([{ state: 'done' }])
    })

    it('is not sent by a worker that lost its job', async () => {
      const { id } = await rep.log()
      const job = await claim(rep, id)
      await claim(rep, id)
      await expect(activityWorker(workerParts(rep)).run(job)).rejects.toThrow('Another worker')
      expect(sent()).toHaveLength(0)
      await recover(rep, id)
      expect(sent()).toHaveLength(1)
    })

    it('is sent when the CRM allows calls again', async () => {
      const end = rep.app.emulator.faults.begin({ kind: 'throttle' })
      const { id } = await rep.log()
      await expect(activityWorker(workerParts(rep)).run(await claim(rep, id))).rejects.toThrow(
        Postponed,
      )
      expect(await rep.rows()).toMatchObject([{ state: 'waiting' }])
      end()
      await recover(rep, id)
      expect(sent()).toHaveLength(1)
    })
  },
)

const workerParts = ({ app: { db, access, parts } }: Rep) => ({
  db,
  crms: parts.crms,
  access: access(),
  now: parts.now,
  pause: async (ms: number) => {
    if (ms > 0) throw new Postponed('no time passes', parts.now() + ms)
  },
})

/** As the queue does. */
const claim = async ({ app: { db } }: Rep, id: string): Promise<ClaimedJob> => {
  const holder = crypto.randomUUID()
  const job = { orgId: harbour.id, kind: activityJob, id, claims: 1, failures: 0, holder }
  await db.asOrg(job.orgId, (trx) => enqueue(trx, job))
  await db.owner.updateTable('job').set({ holder }).where('id', '=', id).execute()
  return job
}

/** Whether the process was killed before it ended. */
const runKilled = async (rep: Rep, id: string, lives: number): Promise<boolean> => {
  const { db, access, hasEnded } = mortal(rep.app.db, rep.app.access(), lives)
  const worker = activityWorker({ ...workerParts(rep), db, access })
  await worker.run(await claim(rep, id)).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })
  return hasEnded()
}

/** Other processes run it until it is over. */
const recover = async (rep: Rep, id: string): Promise<void> => {
  for (let runs = 0; runs < 10; runs += 1) {
    await rep.app.pass(12)
    try {
      return await activityWorker(workerParts(rep)).run(await claim(rep, id))
    } catch (error) {
      if (!(error instanceof Postponed)) throw error
    }
  }
  throw new Error('It is never over.')
}
