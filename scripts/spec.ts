import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { run } from './lib/tools.ts'

const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
})

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'fieldbook-spec-'))
const file = join(folder, 'report.json')
const { code, output } = await run(
  'vitest',
  [
    'run',
    '--project',
    'spec',
    '--project',
    'spec-screens',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ],
  { env: { NO_COLOR: '1' } },
)
const sectionOf = ({ ancestorTitles }: { ancestorTitles: string[] }): string =>
  ancestorTitles.join(', ')
const sentences = z
  .parse(Report, JSON.parse(readFileSync(file, 'utf8')))
  .testResults.flatMap(({ assertionResults }) => assertionResults)
  .filter((each) => /^\d/.test(sectionOf(each)))
  .toSorted((a, b) => (sectionOf(a) < sectionOf(b) ? -1 : sectionOf(a) > sectionOf(b) ? 1 : 0))
rmSync(folder, { recursive: true, force: true })

const decisionOf = (title: string): string | undefined => /\[decision (\d{3})\]$/.exec(title)?.[1]

let heading = ''
for (const sentence of sentences) {
  const { title, status, failureMessages = [] } = sentence
  const section = sectionOf(sentence)
  if (section !== heading) print(`\n${section}`)
  heading = section
  print(`  ${status === 'passed' ? (decisionOf(title) ?? '  ✓') : '  ✗'} ${title}`)
  if (status !== 'passed') print(`      ${failureMessages.join('\n      ').slice(0, 2_000)}`)
}
const passed = sentences.filter(({ status }) => status === 'passed')
const byDecision = passed.filter(({ title }) => decisionOf(title) !== undefined).length
const failed = sentences.length - passed.length
if (sentences.length === 0) print(output)
print(
  `\n${sentences.length} sentences: ${passed.length - byDecision} ticked, ${byDecision} by decision, ${failed} failed`,
)
process.exitCode = code
