import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { CreditsCommand, operateCredits } from '../server/credits/operating.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { atTheData, sentTo, type Door } from './lib/at-the-data.ts'
import { sentenceFor } from './lib/sentences.ts'

/** npm run credits: gives an organisation credits, or counts every ledger again; through the running server where one owns the data. */
const usage = `Usage: npm run credits -- grant <organisation> <credits> [--note <words for the ledger>]
       npm run credits -- refund <organisation>
       npm run credits -- audit

  grant   adds credits that don’t expire, by organisation id or name
  refund  refunds every reported contact that is waiting
  audit   recounts every ledger; accounts that add up can spend again`

const Answer = z.object({
  lines: z.optional(z.array(z.string())),
  detail: z.optional(z.string()),
})

try {
  const command = asked()
  const lines = command === undefined ? [usage] : await done(command)
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

/** What the command line asks for; undefined for help. */
function asked(): CreditsCommand | undefined {
  const { values, positionals } = parsed()
  if (values.help) return undefined
  const [what, organisation, n, ...more] = positionals
  const command = CreditsCommand.safeParse({
    do: what,
    ...(organisation !== undefined && { organisation }),
    ...(n !== undefined && { n: Number(n) }),
    ...(values.note !== undefined && { note: values.note }),
  })
  if (command.success && more.length === 0) return command.data
  throw new Refusal(usage)
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        note: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function done(command: CreditsCommand): Promise<string[]> {
  return atTheData({
    alone: (db) => operateCredits(db, command, Date.now()),
    through: (door) => throughServer(door, command),
  })
}

/** The embedded database has one owner; while that is a server, the command goes to it. */
async function throughServer(door: Door, command: CreditsCommand): Promise<string[]> {
  const answer = await sentTo(
    door,
    '/_control/credits',
    JSON.stringify(command),
    'application/json',
  )
  const { lines, detail } = Answer.parse(await answer.json())
  if (lines !== undefined) return lines
  throw new Refusal(detail ?? `The server answered ${String(answer.status)}.`)
}
