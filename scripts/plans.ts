import { readFileSync } from 'node:fs'
import { operatePlans, PlansCommand } from '../server/plans/operating.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'

const usage = `Usage: npm run plans -- list
       npm run plans -- set <bucket> <field>=<value> ...
       npm run plans -- import <file>
       npm run plans -- give <organisation> <bucket> [--seats n] [--until date]
       npm run plans -- change <organisation> <bucket> [--seats n] [--until date]
       npm run plans -- end <organisation>

  list     every plan, one JSON object a line
  set      changes fields of a plan: auMonth=15900 maxSeats=null dataExchange=true
  import   stores the plans of a JSON file: an array of objects as list prints them
  give     starts a plan for an organisation, by its id or name; without --until for a year
  change   another plan, more or fewer users, or another last day
  end      ends the plan now; nothing is deleted

  Prices are cents without GST for one user: auMonth of a month, auYear of a whole year.`

await runOperatorCommand({
  name: 'plans',
  usage,
  parse: parseCommand,
  alone: (db, command) => operatePlans(db, command, Date.now()),
})

function parseCommand(): PlansCommand | undefined {
  const { values, positionals } = parseOptions(usage, {
    seats: { type: 'string' },
    until: { type: 'string' },
    help,
  })
  if (values.help) return undefined
  const [what = '', first, second, ...more] = positionals
  const command = PlansCommand.safeParse({
    do: what,
    ...argumentsOf(what, first, second, more, values),
  })
  const most = { list: 1, import: 2, end: 2, give: 3, change: 3 }[what] ?? positionals.length
  if (command.success && positionals.length <= most) return command.data
  throw new Refusal(usage)
}

function argumentsOf(
  what: string,
  first: string | undefined,
  second: string | undefined,
  more: readonly string[],
  { seats, until }: { seats?: string | undefined; until?: string | undefined },
): object {
  if (what === 'set') return { bucket: first, fields: fieldsOf([second ?? '', ...more]) }
  if (what === 'import') return { plans: readPlansFile(first) }
  return {
    organisation: first,
    bucket: second,
    ...(seats !== undefined && { seats: Number(seats) }),
    ...(until !== undefined && { until }),
  }
}

/** Values are JSON; what is none is text. */
function fieldsOf(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Refusal(usage)
      const value = pair.slice(at + 1)
      try {
        return [pair.slice(0, at), JSON.parse(value)]
      } catch {
        return [pair.slice(0, at), value]
      }
    }),
  )
}

function readPlansFile(path: string | undefined): unknown {
  if (path === undefined) throw new Refusal(usage)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Refusal(`${path} is no JSON file of plans. ${why}`, { cause: error })
  }
}
