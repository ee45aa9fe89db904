import { PassThrough } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { BackupCommand, runBackup, type BackupSubject } from '../backup/run-backup.ts'
import { checkControl } from '../platform/http/control.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'

/** The last line has the lines for the operator, or a refusal. */
export type BackupMessage = { progress: string } | { lines: string[] } | { refused: string }

/** Serves `npm run backup` while this process owns the embedded database. */
export const backupRoutes =
  ({ controlToken, ...subject }: BackupSubject & { controlToken: string }): FastifyPluginAsync =>
  (server) => {
    let running: Promise<void> | null = null
    server.addHook('onClose', async () => {
      await running
    })
    server.post('/_control/backup', (request, reply) => {
      checkControl(request, controlToken)
      const command = BackupCommand.safeParse(request.body)
      if (!command.success) throw new ProblemError('malformed', 'Unknown command.')
      if (running !== null)
        throw new ProblemError('still-running', 'Another backup is in progress. Wait for it.')
      const lines = new PassThrough()
      const send = (message: BackupMessage): void =>
        void lines.write(`${JSON.stringify(message)}\n`)
      running = runBackup(subject, command.data, (progress) => send({ progress }))
        .then(
          (done) => send({ lines: done }),
          (error: unknown) => {
            if (!(error instanceof Refusal)) request.log.error({ err: error }, 'a backup failed')
            send({
              refused:
                error instanceof Refusal ? error.message : `The backup failed: ${String(error)}`,
            })
          },
        )
        .finally(() => {
          running = null
          lines.end()
        })
      return reply.type('application/x-ndjson').send(lines)
    })
    return Promise.resolve()
  }
