import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { CreditsCommand, operateCredits } from '../server/credits/operating.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { accessData, postToServer, type ControlServer } from './lib/data-access.ts'
import { sentenceFor } from './lib/sentences.ts'

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
  const command = parseCommand()
  const lines = command === undefined ? [usage] : await runCommand(command)
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

function parseCommand(): CreditsCommand | undefined {
  const { values, positionals } = parseCommandLine()
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

function parseCommandLine() {
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

function runCommand(command: CreditsCommand): Promise<string[]> {
  return accessData({
    alone: (db) => operateCredits(db, command, Date.now()),
    through: (server) => throughServer(server, command),
  })
}

async function throughServer(server: ControlServer, command: CreditsCommand): Promise<string[]> {
  const answer = await postToServer(
    server,
    '/_control/credits',
    JSON.stringify(command),
    'application/json',
  )
  const { lines, detail } = Answer.parse(await answer.json())
  if (lines !== undefined) return lines
  throw new Refusal(detail ?? `The server answered ${String(answer.status)}.`)
}
