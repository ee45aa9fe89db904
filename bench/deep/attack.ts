import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root, run } from '../../scripts/lib/tools.ts'
import { findings, type Finding } from './findings.ts'
import { needsPostgres, onPostgres } from './on-postgres.ts'
import { patiently } from './try-mutant.ts'

export type Attack = { findings: number; open: number; why: string[] }

/** Runs the tests of the findings. A finding is open if a test of it fails or does not run: `why` says which. */
export const runAttack = async (chosen: readonly Finding[] = findings): Promise<Attack> => {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests.map(({ file }) => file)))]
  const onServer = files.filter(needsPostgres)
  const ran = await runFiles(files.filter((file) => !needsPostgres(file)))
  if (onServer.length > 0) ran.push(...(await onPostgres((env) => runFiles(onServer, env))))
  const why = chosen.map((finding) => whyOpen(finding, ran)).filter((each) => each !== '')
  return { findings: chosen.length, open: why.length, why }
}

type Ran = { file: string; name: string; status: string }

const whyOpen = ({ finding, what, tests }: Finding, ran: readonly Ran[]): string => {
  const outcomes = tests.map(({ file, title }) => {
    const same = ran.filter((each) => each.file === file && each.name.includes(title))
    const bad = same.find(({ status }) => status !== 'passed')
    const outcome = same.length === 0 ? 'missing' : (bad?.status ?? 'passed')
    return { outcome, line: `${finding}, ${what}: ${file}, ${title}: ${outcome}` }
  })
  return outcomes.find(({ outcome }) => outcome !== 'passed')?.line ?? ''
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

const runFiles = async (
  files: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-attack-'))
  const report = join(folder, 'report.json')
  const args = ['run', ...patiently, '--reporter=json', `--outputFile=${report}`, ...files]
  try {
    const { output } = await run('vitest', args, { env })
    const { testResults: found } = z.parse(Report, readReport(report, output))
    return found.flatMap(({ name: path, assertionResults: tests }) =>
      tests.map(({ fullName: name, status }) => ({
        file: path.slice(root.length).replaceAll('\\', '/'),
        name,
        status,
      })),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readReport = (file: string, output: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`Vitest left no report: ${output.slice(-2_000)}`, { cause })
  }
}
