import { FlagsCommand, operateFlags, turnable } from '../server/flags.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run flags -- list
       npm run flags -- set <flag>=on|off|default [--for <organisation>]

  list    what each flag gates, its value, and the organisations with their own
  set     for every organisation without its own value, or for one by its id or name
  flag    ${turnable.join(', ')}`

const states: Readonly<Record<string, boolean | null>> = { on: true, off: false, default: null }

await runOperatorCommand({ name: 'flags', usage, parse: parseCommand, alone: operateFlags })

function parseCommand(): FlagsCommand | undefined {
  const { values, positionals } = parseOptions(usage, { for: { type: 'string' }, help })
  const [verb, wish = '', ...more] = positionals
  if (values.help || verb === undefined) return undefined
  const [flag, state = ''] = wish.split('=')
  const command = FlagsCommand.safeParse(
    verb === 'set'
      ? { do: 'set', organisation: values.for ?? null, flag, on: states[state] }
      : { do: verb },
  )
  if (command.success && more.length === 0 && (verb === 'list') === (wish === ''))
    return command.data
  throw new Refusal(usage)
}
