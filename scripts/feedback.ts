import { writeFileSync } from 'node:fs'
import { FeedbackCommand, operateFeedback } from '../server/feedback.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run feedback -- list
       npm run feedback -- export <file>

  list     the last 50 from all organisations, the newest last
  export   all of it as a CSV file`

const [what, file, ...more] = process.argv.slice(2)

await runOperatorCommand({
  name: 'feedback',
  usage,
  parse: parseCommand,
  alone: operateFeedback,
  finish: (lines) => {
    if (file === undefined) return lines
    writeFileSync(file, lines.join(''))
    return [`Wrote ${lines.length - 1} rows to ${file}.`]
  },
})

function parseCommand(): FeedbackCommand | undefined {
  if (what === undefined || what === '--help' || what === '-h') return undefined
  const command = FeedbackCommand.safeParse({ do: what })
  if (command.success && more.length === 0 && (what === 'export') === (file !== undefined))
    return command.data
  throw new Refusal(usage)
}
