import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { feedLines, importSignals } from '../server/signals/import-feed.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { accessData, postToServer, type ControlServer } from './lib/data-access.ts'
import { sentenceFor } from './lib/sentences.ts'

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
    const lines = await runImport(path)
    process.stdout.write(`${lines.join('\n')}\n`)
  }
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}

async function runImport(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Refusal(`Can’t find the file ${path}.`)
  return accessData({
    alone: async (db) => {
      const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
      return feedLines(await importSignals(db, lines, () => new Date()))
    },
    through: (server) => throughServer(server, path),
  })
}

async function throughServer(server: ControlServer, path: string): Promise<string[]> {
  const feed = await readFile(path)
  const answer = await postToServer(server, '/_control/signals', feed, 'application/x-ndjson')
  const body: unknown = await answer.json()
  if (answer.ok) return feedLines(Answer.parse(body))
  const problem = Problem.safeParse(body)
  throw new Refusal(
    problem.success ? problem.data.detail : `The server answered ${String(answer.status)}.`,
  )
}
