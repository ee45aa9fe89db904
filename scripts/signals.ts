import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { feedLines, importSignals } from '../server/signals/importing.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { atTheData, sentTo, type Door } from './lib/at-the-data.ts'
import { sentenceFor } from './lib/sentences.ts'

/** npm run signals: takes a bought feed of signals in, through the running server where one owns the data. */
const usage = `Usage: npm run signals -- import <file.ndjson>

One signal a line, as JSON (docs/importing.md; docs/examples/intent.ndjson is an example). Good lines are added, bad ones are named
with what is wrong; running it again adds nothing twice.`

const Answer = z.object({
  added: z.int(),
  known: z.int(),
  rejected: z.array(z.object({ line: z.int(), pointer: z.string(), detail: z.string() })),
})
const Problem = z.object({ detail: z.string() })

try {
  const [what, path, ...more] = process.argv.slice(2)
  if (what === undefined || what === '--help' || what === '-h') process.stdout.write(`${usage}\n`)
  else if (what !== 'import' || path === undefined || more.length > 0) throw new Refusal(usage)
  else {
    const lines = await imported(path)
    process.stdout.write(`${lines.join('\n')}\n`)
  }
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

async function imported(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal(`Can’t find the file ${path}.`)
  return atTheData({
    alone: async (db) => {
      const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
      return feedLines(await importSignals(db, lines, () => new Date()))
    },
    through: (door) => throughServer(door, path),
  })
}

/** The embedded database has one owner; while that is a server, the feed goes to it. */
async function throughServer(door: Door, path: string): Promise<string[]> {
  const feed = await readFile(path)
  const answer = await sentTo(door, '/_control/signals', feed, 'application/x-ndjson')
  const told: unknown = await answer.json()
  if (answer.ok) return feedLines(Answer.parse(told))
  const problem = Problem.safeParse(told)
  throw new Refusal(
    problem.success ? problem.data.detail : `The server answered ${String(answer.status)}.`,
  )
}
