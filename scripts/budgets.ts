import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/** The maximum cost of a first visit, without Clerk; KB are 1,000 bytes after brotli. */
export const BUDGETS = {
  js_kb: 180,
  css_kb: 15,
  requests: 20,
  third_parties: 0,
  blocking_stylesheets: 0,
  precache_entries: 20,
  precache_kb: 600,
  /** Files that a precached script imports but the precache lacks: offline, that script fails. */
  precache_gaps: 0,
}

export type Measured = typeof BUDGETS
export type Budget = keyof Measured

type Chunk = { file: string; imports?: string[] }

/**
 * Counts the page's own requests; `npm run bench:start` counts API requests in a browser. Throws when dist is not a whole build.
 */
export function measure(dist: string): Measured {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = scriptsUntilUsable(dist, html)
  const linked = [...html.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag)
  const sheets = linked.filter((tag) => /rel="stylesheet"/.test(tag))
  const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css]) => css ?? '')
  const precache = precachedFiles(dist).filter((url) => !url.startsWith('clerk-js/'))
  const preloads = linked
    .filter((tag) => /rel="(module)?preload"/.test(tag))
    .map((tag) => localFile(tag))
    .filter((file) => file !== '' && !file.startsWith('clerk-js/'))
  return {
    js_kb: kb(sum(scripts.map((file) => weigh(dist, file)))),
    css_kb: kb(brotli(styles.join('')) + sum(sheets.map((tag) => weigh(dist, localFile(tag))))),
    requests: 1 + new Set([...scripts, ...sheets.map(localFile), ...preloads]).size,
    third_parties: [...html.matchAll(/\b(?:src|href)="(?:https?:)?\/\//g)].length,
    blocking_stylesheets: sheets.length,
    precache_entries: precache.length,
    precache_kb: kb(sum(precache.map((file) => weigh(dist, file)))),
    precache_gaps: gapsOf(dist, precache),
  }
}

export function exceededBudgets(measured: Measured): Budget[] {
  return budgets.filter((name) => measured[name] > BUDGETS[name])
}

export function checkBudgets(dist: string, say: (line: string) => void): boolean {
  const measured = measure(dist)
  const over = exceededBudgets(measured)
  for (const name of budgets) {
    const verdict = over.includes(name) ? 'OVER BUDGET' : 'ok'
    say(
      `${name.padEnd(22)}${String(measured[name]).padStart(8)} of ${String(BUDGETS[name]).padEnd(6)}${verdict}`,
    )
  }
  return over.length === 0
}

const budgets: Budget[] = [
  'js_kb',
  'css_kb',
  'requests',
  'third_parties',
  'blocking_stylesheets',
  'precache_entries',
  'precache_kb',
  'precache_gaps',
]

/** Includes what a screen fetches early (scripts/page.ts), for the heaviest screen. */
function scriptsUntilUsable(dist: string, html: string): string[] {
  const chunks = chunksOf(dist)
  const withImports = (named: readonly string[]): string[] => {
    const files = new Set<string>()
    const add = (key: string) => {
      const chunk = chunks[key]
      if (chunk === undefined || files.has(chunk.file)) return
      files.add(chunk.file)
      chunk.imports?.forEach(add)
    }
    for (const key of Object.keys(chunks)) if (named.includes(chunks[key]?.file ?? '')) add(key)
    return [...files].filter((file) => file.endsWith('.js'))
  }
  const page = [...html.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)].map(([, file]) => file ?? '')
  if (withImports(page).length === 0) throw new Error(`${dist} has no entry script`)
  const screens = earlyFiles(html).map((files) => withImports([...page, ...files]))
  const weight = (files: readonly string[]) => sum(files.map((file) => weigh(dist, file)))
  const [heaviest] = screens.toSorted((a, b) => weight(b) - weight(a))
  if (heaviest === undefined) throw new Error(`${dist} fetches no screen early`)
  return heaviest
}

function earlyFiles(html: string): string[][] {
  const text = /location\.pathname, (\[\[.*\]\])\)/.exec(html)?.[1] ?? '[]'
  const screens = JSON.parse(text) as [at: string, now: string[], afterPaint: string[]][]
  return screens
    .map(([, now]) => now.map((file) => file.replace(/^\//, '')))
    .filter((files) => files.length > 0)
}

function gapsOf(dist: string, precache: readonly string[]): number {
  const chunks = chunksOf(dist)
  const wanted = Object.values(chunks)
    .filter((chunk) => precache.includes(chunk.file))
    .flatMap((chunk) => chunk.imports ?? [])
  return new Set(wanted.filter((key) => !precache.includes(chunks[key]?.file ?? ''))).size
}

function chunksOf(dist: string): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
}

/** Read from the built worker itself. */
function precachedFiles(dist: string): string[] {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const urls = [...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url]) =>
    (url ?? '').replace(/^\//, ''),
  )
  if (urls.length === 0) throw new Error(`${dist}/sw.js has no list of files to precache`)
  return urls
}

function localFile(tag: string): string {
  return /href="\/([^"]*)"/.exec(tag)?.[1] ?? ''
}

function weigh(dist: string, file: string): number {
  const path = join(dist, file)
  // Compressed formats (pictures, fonts) count as they are.
  if (/\.(png|woff2|jpg|webp)$/.test(file)) return readFileSync(path).length
  return existsSync(`${path}.br`) ? readFileSync(`${path}.br`).length : brotli(readFileSync(path))
}

const brotli = (content: string | Buffer): number =>
  content.length === 0 ? 0 : brotliCompressSync(content).length
export const kb = (bytes: number): number => Math.round(bytes / 100) / 10
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

if (/[\\/]budgets\.ts$/.test(process.argv[1] ?? '')) {
  const dist = fileURLToPath(new URL('../dist', import.meta.url))
  const isWithinBudget = checkBudgets(dist, (line) => process.stdout.write(`${line}\n`))
  process.exitCode = isWithinBudget ? 0 : 1
}
