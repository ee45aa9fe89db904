import { FlagsCommand, operateFlags, turnable } from '../server/flags.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run flags -- <organisation> <flag>=on|off

  organisation   its id or its name
  flag           ${turnable.join(', ')}`

await runOperatorCommand({
  name: 'flags',
  usage,
  parse: () => parseCommand(process.argv.slice(2)),
  alone: operateFlags,
})

function parseCommand([organisation, wish, ...more]: string[]): FlagsCommand | undefined {
  if (organisation === undefined || organisation === '--help' || organisation === '-h')
    return undefined
  const [flag, state] = (wish ?? '').split('=')
  const command = FlagsCommand.safeParse({ organisation, flag, on: state === 'on' })
  if (command.success && (state === 'on' || state === 'off') && more.length === 0)
    return command.data
  throw new Refusal(usage)
}
