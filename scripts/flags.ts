import * as z from 'zod/mini'
import { FlagsCommand, operateFlags, turnable } from '../server/flags.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { atTheData, sentTo, type Door } from './lib/at-the-data.ts'
import { sentenceFor } from './lib/sentences.ts'

/** npm run flags: turns a flag on or off for one organisation, whatever its plan says; through the running server where one owns the data. */
const usage = `Usage: npm run flags -- <organisation> <flag>=on|off

  organisation   its id or its name
  flag           ${turnable.join(', ')}`

const Answer = z.object({
  lines: z.optional(z.array(z.string())),
  detail: z.optional(z.string()),
})

try {
  const command = asked(process.argv.slice(2))
  const lines =
    command === undefined
      ? [usage]
      : await atTheData({
          alone: (db) => operateFlags(db, command),
          through: (door) => throughServer(door, command),
        })
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

/** What the command line asks for; undefined for help. */
function asked([organisation, wish, ...more]: string[]): FlagsCommand | undefined {
  if (organisation === undefined || organisation === '--help' || organisation === '-h')
    return undefined
  const [flag, state] = (wish ?? '').split('=')
  const command = FlagsCommand.safeParse({ organisation, flag, on: state === 'on' })
  if (command.success && (state === 'on' || state === 'off') && more.length === 0)
    return command.data
  throw new Refusal(usage)
}

async function throughServer(door: Door, command: FlagsCommand): Promise<string[]> {
  const answer = await sentTo(door, '/_control/flags', JSON.stringify(command), 'application/json')
  const { lines, detail } = Answer.parse(await answer.json())
  if (lines !== undefined) return lines
  throw new Refusal(detail ?? `The server answered ${String(answer.status)}.`)
}
