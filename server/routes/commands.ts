import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { BillingCommand, operateBilling } from '../billing/operating.ts'
import { operateParked, ParkedCommand } from '../backup/park.ts'
import type { SyncParts } from '../billing/sync-customer.ts'
import { CrmKeysCommand, operateCrmKeys } from '../crm/operating.ts'
import type { Seal } from '../crm/seal.ts'
import { CreditsCommand, operateCredits } from '../credits/operating.ts'
import { FeedbackCommand, operateFeedback } from '../feedback.ts'
import { FlagsCommand, operateFlags } from '../flags.ts'
import { MaintenanceCommand, operateMaintenance } from '../maintenance.ts'
import { removedLines, removePerson } from '../person-removal/person.ts'
import { operatePlans, PlansCommand } from '../plans/operating.ts'
import { checkControl } from '../platform/http/control.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'
import type { FileStore } from '../platform/vendors/files.ts'

export type CommandParts = {
  db: Database
  files: FileStore
  /** Null without card payment. */
  billing: SyncParts | null
  crmSeal: Seal
  controlToken: string
  now: () => number
  onMaintenance(): Promise<void>
  /** What `npm run doctor` prints. */
  faults(): Promise<string[]>
  /** Resolves when the search index and its snapshot hold nothing of a removed person. */
  forgotten(): Promise<void>
}

const RemovalCommand = z.object({
  identifier: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)),
})

/** Serves the operator's `npm run` commands while this process owns the embedded database. A Refusal is answered in its words. */
export const commandRoutes =
  ({
    db,
    files,
    billing,
    crmSeal,
    controlToken,
    now,
    onMaintenance,
    faults,
    forgotten,
  }: CommandParts): FastifyPluginAsync =>
  (server) => {
    const serve = <Command>(
      name: string,
      schema: z.ZodMiniType<Command>,
      run: (command: Command) => Promise<string[]>,
    ): void => {
      server.post(`/_control/${name}`, async (request) => {
        checkControl(request, controlToken)
        const command = schema.safeParse(request.body)
        if (!command.success) throw new ProblemError('malformed', 'Unknown command.')
        return { lines: await run(command.data).catch(asProblem) }
      })
    }
    serve('credits', CreditsCommand, (command) => operateCredits(db, command, now()))
    serve('flags', FlagsCommand, (command) => operateFlags(db, command))
    serve('feedback', FeedbackCommand, (command) => operateFeedback(db, command))
    serve('maintenance', MaintenanceCommand, async (command) => {
      const lines = await operateMaintenance(db, command)
      await onMaintenance()
      return lines
    })
    serve('doctor', z.object({}), faults)
    serve('plans', PlansCommand, (command) => operatePlans(db, command, now()))
    serve('billing', BillingCommand, async (command) => {
      if (billing === null) throw new Refusal('Card payment is off. Set Stripe’s keys.')
      return operateBilling(billing, command)
    })
    serve('parked', ParkedCommand, (command) => operateParked(db, command))
    serve('crm-keys', CrmKeysCommand, () => operateCrmKeys(db, crmSeal))
    serve('remove-person', RemovalCommand, async ({ identifier }) => {
      const outcome = await removePerson(db, files, identifier, new Date(now()))
      await forgotten()
      return removedLines(outcome)
    })
    return Promise.resolve()
  }

const asProblem = (error: unknown): never => {
  throw error instanceof Refusal ? new ProblemError('malformed', error.message) : error
}
