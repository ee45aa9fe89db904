import { findFaults, nothingWrong } from '../server/installation/doctor.ts'
import { readDisk } from '../server/installation/figures.ts'
import type { Database } from '../server/platform/db/db.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { openPayments } from '../server/platform/vendors/payments.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'
import { envOrRefusal } from './lib/startup-checks.ts'

const usage = `Usage: npm run doctor

  Says what is wrong with this installation, and exits with 1 if anything is: settings, disk, clock,
  keys of the processes, background jobs, search index, mail, push messages, webhooks, sources, ledger.`

await runOperatorCommand({
  name: 'doctor',
  usage,
  parse: () => {
    const { values, positionals } = parseOptions(usage, { help })
    if (positionals.length > 0) throw new Refusal(usage)
    return values.help ? undefined : {}
  },
  alone: examine,
  finish: (faults) => {
    if (faults.length === 0) return [nothingWrong]
    process.exitCode = 1
    return faults
  },
})

function examine(db: Database): Promise<string[]> {
  const env = envOrRefusal()
  return findFaults({
    db,
    env,
    disk: () => readDisk(env.dataFolder),
    now: Date.now,
    billing:
      env.stripe === undefined
        ? null
        : { payments: openPayments({ ...env.stripe, api: undefined, scriptUrl: undefined }) },
  })
}
