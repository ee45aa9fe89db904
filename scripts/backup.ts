import { resolve } from 'node:path'
import { fingerprintsOf } from '../server/backup/fingerprints.ts'
import { runBackup, type BackupCommand } from '../server/backup/run-backup.ts'
import type { Env } from '../server/platform/process/env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { openFiles } from '../server/platform/vendors/open-files.ts'
import type { BackupMessage } from '../server/routes/backups.ts'
import { accessData, postToServer, type ControlServer } from './lib/data-access.ts'
import { help, parseOptions } from './lib/operator-command.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { withProgress } from './lib/with-progress.ts'

const usage = `Usage: npm run backup [-- --to <folder or s3://bucket/folder>] [--keep 7d,4w,6m]

  --to    where to, by default BACKUP_TO or the folder backups
  --keep  then removes older backups there except the newest of so many days, weeks and months

Encrypts with BACKUP_PASSPHRASE. People go on working meanwhile.`

await withProgress(main)

async function main(onProgress: (step: string) => void): Promise<string[]> {
  const { values, positionals } = parseOptions(usage, {
    to: { type: 'string' },
    keep: { type: 'string' },
    help,
  })
  if (values.help) return [usage]
  if (positionals.length > 0) throw new Refusal(usage)
  const env = envOrRefusal()
  const command = commandOf(env, values)
  return accessData({
    through: (server) => throughServer(server, command, onProgress),
    alone: (db) =>
      runBackup(
        {
          db,
          files: openFiles(env),
          dataFolder: env.dataFolder,
          fingerprints: fingerprintsOf(env),
          now: Date.now,
        },
        command,
        onProgress,
      ),
  })
}

/** With this command's settings, also where another process writes the backup. */
function commandOf(
  { backup }: Env,
  { to = backup.to, keep = backup.retention }: { to?: string; keep?: string },
): BackupCommand {
  const { passphrase, account } = backup
  return { passphrase, account, retention: keep, to: to.startsWith('s3://') ? to : resolve(to) }
}

async function throughServer(
  server: ControlServer,
  command: BackupCommand,
  onProgress: (step: string) => void,
): Promise<string[]> {
  const answer = await postToServer(
    server,
    '/_control/backup',
    JSON.stringify(command),
    'application/json',
  )
  if (!answer.ok || answer.body === null) throw new Refusal(await problemOf(answer))
  for await (const line of linesIn(answer.body)) {
    // Our own server wrote it.
    const message = JSON.parse(line) as BackupMessage
    if ('lines' in message) return message.lines
    if ('refused' in message) throw new Refusal(message.refused)
    onProgress(message.progress)
  }
  throw new Refusal('The server stopped during the backup. Run the same command again.')
}

async function* linesIn(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function problemOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json()
  const detail =
    typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined
  return typeof detail === 'string' ? detail : `The server answered ${answer.status}.`
}
