import { CrmKeysCommand, operateCrmKeys } from '../server/crm/operating.ts'
import { openSeal } from '../server/crm/seal.ts'
import { sealKeysOf } from '../server/platform/process/crm-env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { runOperatorCommand } from './lib/operator-command.ts'
import { envOrRefusal } from './lib/startup-checks.ts'

const usage = `Usage: npm run crm-keys -- rotate

  rotate   seals the tokens of every CRM with the first key of CRM_SEAL_KEYS`

await runOperatorCommand({
  name: 'crm-keys',
  usage,
  parse: () => parseCommand(process.argv.slice(2)),
  alone: (db) => operateCrmKeys(db, openSeal(sealKeysOf(envOrRefusal()))),
})

function parseCommand([what, ...more]: string[]): CrmKeysCommand | undefined {
  if (what === undefined || what === '--help' || what === '-h') return undefined
  const command = CrmKeysCommand.safeParse({ do: what })
  if (command.success && more.length === 0) return command.data
  throw new Refusal(usage)
}
