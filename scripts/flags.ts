import * as z from 'zod/mini'
import { FlagsCommand, operateFlags, turnable } from '../server/flags.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { accessData, postToServer, type ControlServer } from './lib/data-access.ts'
import { sentenceFor } from './lib/sentences.ts'

const usage = `Usage: npm run flags -- <organisation> <flag>=on|off

  organisation   its id or its name
  flag           ${turnable.join(', ')}`

const Answer = z.object({
  lines: z.optional(z.array(z.string())),
  detail: z.optional(z.string()),
})

try {
  const command = parseCommand(process.argv.slice(2))
  const lines =
    command === undefined
      ? [usage]
      : await accessData({
          alone: (db) => operateFlags(db, command),
          through: (server) => throughServer(server, command),
        })
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

function parseCommand([organisation, wish, ...more]: string[]): FlagsCommand | undefined {
  if (organisation === undefined || organisation === '--help' || organisation === '-h')
    return undefined
  const [flag, state] = (wish ?? '').split('=')
  const command = FlagsCommand.safeParse({ organisation, flag, on: state === 'on' })
  if (command.success && (state === 'on' || state === 'off') && more.length === 0)
    return command.data
  throw new Refusal(usage)
}

async function throughServer(server: ControlServer, command: FlagsCommand): Promise<string[]> {
  const answer = await postToServer(
    server,
    '/_control/flags',
    JSON.stringify(command),
    'application/json',
  )
  const { lines, detail } = Answer.parse(await answer.json())
  if (lines !== undefined) return lines
  throw new Refusal(detail ?? `The server answered ${String(answer.status)}.`)
}
