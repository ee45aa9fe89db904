import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { median } from '../support/timing.ts'

const VERSION = '13.5.0'
const RETRIES = 2

export type Scores = {
  performance: number
  accessibility: number
  best_practices: number
  /** In ms; cls has no unit. */
  lcp: number
  tbt: number
  cls: number
}

export const medianScores = (all: readonly Scores[]): Scores => ({
  performance: median(all.map((scores) => scores.performance)),
  accessibility: median(all.map((scores) => scores.accessibility)),
  best_practices: median(all.map((scores) => scores.best_practices)),
  lcp: median(all.map((scores) => scores.lcp)),
  tbt: median(all.map((scores) => scores.tbt)),
  cls: median(all.map((scores) => scores.cls)),
})

/** At 185 MB Lighthouse is no dependency. Returns its folder, or why the installation failed. */
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

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Mobile, on a simulated slow network. Retries when Lighthouse says it lost the trace of its own run. */
export async function lighthouse(folder: string, url: string, port: number): Promise<Scores> {
  const file = join(folder, `report-${process.pid}.json`)
  const once = () =>
    run(
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
  let { code, output } = await once()
  for (let retry = 1; retry <= RETRIES && output.includes('run Lighthouse again'); retry += 1)
    ({ code, output } = await once())
  if (code !== 0) throw new Error(`Lighthouse failed on ${url}: ${output.trim()}`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const score = (name: string) => report.categories[name]?.score ?? 0
  const figure = (name: string) => report.audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    lcp: Math.round(figure('largest-contentful-paint')),
    tbt: Math.round(figure('total-blocking-time')),
    cls: Number(figure('cumulative-layout-shift').toFixed(3)),
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
