import { operateParked, ParkedCommand } from '../server/backup/park.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'
import { sentenceFor } from './lib/sentences.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { withProgress } from './lib/with-progress.ts'

const usage = `Usage: npm run restore -- <folder or s3:// address of a backup> [--replace]
       npm run restore -- parked list|send|discard

  --replace  also over a database with data; an embedded one is renamed, one on a server is deleted at the end
  parked     what waited to be sent at the backup and may have been sent after it: push messages, emails, activities of CRMs

Restores into DATABASE_URL, or the embedded database, and the data folder. Stop Fieldbook first. Decrypts with BACKUP_PASSPHRASE.`

const { values, positionals } = options()
if (positionals[0] === 'parked' && !values.help)
  await runOperatorCommand({ name: 'parked', usage, parse: parseParked, alone: operateParked })
else await withProgress(restore)

function options() {
  try {
    return parseOptions(usage, { replace: { type: 'boolean', default: false }, help })
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`)
    process.exit(1)
  }
}

function parseParked(): ParkedCommand {
  const command = ParkedCommand.safeParse({ do: positionals[1] })
  if (command.success && positionals.length === 2) return command.data
  throw new Refusal(usage)
}

async function restore(onProgress: (step: string) => void): Promise<string[]> {
  const [address, ...more] = positionals
  if (values.help) return [usage]
  if (address === undefined || more.length > 0) throw new Refusal(usage)
  return restoreBackup(envOrRefusal(), { address, replace: values.replace }, onProgress)
}
