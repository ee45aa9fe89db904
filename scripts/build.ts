import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressAll } from './compress.ts'
import { writeDeltas } from './deltas.ts'
import { earlierIds, filesUnder, keepEarlierAssets, type BuildRecord } from './earlier-assets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const cache = join(root, 'node_modules', '.cache', 'fieldbook')

const SOURCES = [
  'src',
  'sw',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/page.ts',
  'scripts/earlier-assets.ts',
  'scripts/compress.ts',
  'scripts/deltas.ts',
  'server/platform/http/deltas.ts',
  'scripts/build.ts',
  'scripts/clerk-js-assets.ts',
  'scripts/worker-off.ts',
]

export type Built = { id: string; fresh: boolean; seconds: number }

export async function buildIfStale(say: (line: string) => void = () => {}): Promise<Built> {
  const started = performance.now()
  const sources = hashOfSources()
  const last = readRecord(dist)
  if (last !== undefined && isBuiltFrom(last, sources)) {
    return { id: last.id, fresh: false, seconds: secondsSince(started) }
  }
  say('Building the app')
  // Builds aside and moves the result in place: a running server never serves half a build.
  const next = join(cache, `dist-${process.pid}`)
  try {
    await bundle(next)
    const id = readRecord(next)?.id ?? ''
    setMapsAside(next)
    const ages = keepEarlierAssets({ last, from: dist, id, to: next })
    writeRecord(next, { id, earlier: earlierIds(last, id), sources, ages })
    say('Compressing')
    await compressAll(next, join(cache, 'compressed'))
    await writeDeltas(next, ages)
    moveInto(next, dist)
    return { id, fresh: true, seconds: secondsSince(started) }
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

export function isBuilt(): boolean {
  const last = readRecord(dist)
  return last !== undefined && isBuiltFrom(last, hashOfSources())
}

function isBuiltFrom(record: BuildRecord, sources: string): boolean {
  return record.sources === sources && existsSync(join(dist, 'sw.js'))
}

async function bundle(outDir: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    logLevel: 'warn',
    build: { outDir: relative(root, outDir), emptyOutDir: true, reportCompressedSize: false },
  })
}

/** Source maps are for operators, not for visitors. */
function setMapsAside(next: string): void {
  const maps = join(cache, 'maps')
  rmSync(maps, { recursive: true, force: true })
  mkdirSync(maps, { recursive: true })
  for (const file of filesUnder(next)) {
    if (file.endsWith('.map')) renameSync(file, join(maps, basename(file)))
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.env['NODE_ENV'] ?? '')
  for (const source of SOURCES) {
    for (const file of filesUnder(join(root, source))) {
      hash.update(relative(root, file)).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function readRecord(folder: string): BuildRecord | undefined {
  try {
    const text = readFileSync(join(folder, 'build.json'), 'utf8')
    const { id, earlier = [], sources = '', ages = {} } = JSON.parse(text) as Partial<BuildRecord>
    return id === undefined ? undefined : { id, earlier, sources, ages }
  } catch {
    return undefined
  }
}

function writeRecord(folder: string, record: BuildRecord): void {
  writeFileSync(join(folder, 'build.json'), `${JSON.stringify(record)}\n`)
}

function moveInto(from: string, to: string): void {
  const away = `${from}-old`
  rmSync(away, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  if (existsSync(to)) renameSync(to, away)
  renameSync(from, to)
  rmSync(away, { recursive: true, force: true })
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10
}

if (/[\\/]build\.(mjs|ts)$/.test(process.argv[1] ?? '')) {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const { fresh, id, seconds } = await buildIfStale(say)
  say(fresh ? `Built ${id} in ${seconds} s` : `No changes since build ${id}`)
}
