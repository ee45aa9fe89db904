import {
  MaintenanceCommand,
  operateMaintenance,
  readUntil,
  standardText,
} from '../server/maintenance.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run maintenance -- on [--until 14:00] [--words 'We’re moving to a larger machine.']
       npm run maintenance -- off
       npm run maintenance -- show

  on       refuses every call; open pages show the words and when Fieldbook is expected back
  off      open pages return to where they were
  --until  the next 14:00 of this machine, or a moment such as 2026-03-03T14:00:00+08:00`

const textOption = 'words'

await runOperatorCommand({
  name: 'maintenance',
  usage,
  parse: parseCommand,
  alone: operateMaintenance,
})

function parseCommand(): MaintenanceCommand | undefined {
  const { values, positionals } = parseOptions(usage, {
    until: { type: 'string' },
    [textOption]: { type: 'string' },
    help,
  })
  const [what, ...more] = positionals
  if (values.help || what === undefined) return undefined
  const command = MaintenanceCommand.safeParse({
    do: what,
    ...(what === 'on' && {
      text: values[textOption] ?? standardText,
      until: values.until === undefined ? null : readUntil(values.until, new Date()),
    }),
  })
  if (command.success && more.length === 0) return command.data
  throw new Refusal(usage)
}
