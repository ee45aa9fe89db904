import { CreditsCommand, operateCredits } from '../server/credits/operating.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run credits -- grant <organisation> <credits> [--note <words for the ledger>]
       npm run credits -- refund <organisation>
       npm run credits -- audit

  grant   adds credits that don’t expire, by organisation id or name
  refund  refunds every reported contact that is waiting
  audit   recounts every ledger; accounts that add up can spend again`

await runOperatorCommand({
  name: 'credits',
  usage,
  parse: parseCommand,
  alone: (db, command) => operateCredits(db, command, Date.now()),
})

function parseCommand(): CreditsCommand | undefined {
  const { values, positionals } = parseOptions(usage, { note: { type: 'string' }, help })
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
