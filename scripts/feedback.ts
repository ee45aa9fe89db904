import { writeFileSync } from 'node:fs'
import { FeedbackCommand, operateFeedback } from '../server/feedback.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run feedback -- list
       npm run feedback -- export <file>
       npm run feedback -- picture <id> <file>

  list     the last 50 from all organisations, the newest last
  export   all of it as a CSV file
  picture  the JPEG of the screen that the user sent along`

const [what, ...names] = process.argv.slice(2)
const file = names.at(-1)

await runOperatorCommand({
  name: 'feedback',
  usage,
  parse: parseCommand,
  alone: operateFeedback,
  finish: (lines) => {
    if (file === undefined) return lines
    if (what === 'picture') {
      writeFileSync(file, Buffer.from(lines.join(''), 'base64'))
      return [`Wrote ${file}.`]
    }
    writeFileSync(file, lines.join(''))
    return [`Wrote ${lines.length - 1} rows to ${file}.`]
  },
})

function parseCommand(): FeedbackCommand | undefined {
  if (what === undefined || what === '--help' || what === '-h') return undefined
  const command = FeedbackCommand.safeParse({
    do: what,
    ...(what === 'picture' && { id: names[0] }),
  })
  const files = { list: 0, export: 1, picture: 2 }
  if (command.success && names.length === files[command.data.do]) return command.data
  throw new Refusal(usage)
}
