import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const VERSION = '13.5.0'

export type Scores = { performance: number; accessibility: number; best_practices: number }

/**
 * Lighthouse weighs 185 MB, so it is no dependency: it is installed once into a folder for temporary files.
 * Returns the folder, or the reason why it could not be had.
 */
export async function installLighthouse(): Promise<{ folder: string } | { reason: string }> {
  const folder = join(tmpdir(), `fieldbook-lighthouse-${VERSION}`)
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return { folder }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { code, output } = await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${VERSION}`],
    folder,
  )
  if (code === 0) return { folder }
  return { reason: output.trim().split('\n').slice(-3).join(' ') }
}

/** The scores of one page in the browser that listens on `port` (mobile, simulated slow network): the median of `runs`. */
export async function lighthouse(
  folder: string,
  url: string,
  port: number,
  options: { runs: number; before: () => Promise<void> },
): Promise<Scores> {
  const all: Scores[] = []
  for (let index = 0; index < options.runs; index += 1) {
    await options.before()
    all.push(await once(folder, url, port, index))
  }
  const median = (pick: (scores: Scores) => number) =>
    all.map(pick).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  return {
    performance: median((scores) => scores.performance),
    accessibility: median((scores) => scores.accessibility),
    best_practices: median((scores) => scores.best_practices),
  }
}

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

async function once(folder: string, url: string, port: number, index: number): Promise<Scores> {
  const file = join(folder, `report-${index}.json`)
  const { code, output } = await run(
    process.execPath,
    [
      join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility,best-practices',
      '--disable-storage-reset',
    ],
    folder,
  )
  if (code !== 0) throw new Error(`Lighthouse failed on ${url}: ${output.trim()}`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const score = (name: string) => report.categories[name]?.score ?? 0
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
  }
}

function run(
  program: string,
  args: string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
    const child = spawn(program, args, { cwd, env: { ...process.env, PATH: path } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
