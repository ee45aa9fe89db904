import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { kb } from '../../scripts/budgets.ts'
import { root } from '../../scripts/lib/tools.ts'
import { deltaOf, familyOf } from '../../server/platform/http/deltas.ts'

/** In KB: with dictionaries, as in Chromium (RFC 9842), and in `whole` with each changed file fetched completely after brotli. */
export type Release = { module: string; kb: number; whole: number; files: string[] }

/** One of each group in vite.config.ts. */
const modules = [
  'src/app/shell.tsx',
  'src/screens/home/home-screen.tsx',
  'src/screens/search/search-screen.tsx',
  'src/screens/lists/lists-screen.tsx',
  'src/screens/records/company-view.tsx',
  'src/screens/credits/credits-screen.tsx',
  'src/screens/quick-search/quick-search.tsx',
  'src/offline/outbox.ts',
  'src/ui/button.tsx',
  'src/ui/dialog-body.tsx',
  'src/session/clerk-island.tsx',
  'contract/search/filters.ts',
]

/** Adds a line to each module in turn, and compares the build with dist. */
export async function releases(): Promise<Release[]> {
  const dist = join(root, 'dist')
  const all: Release[] = []
  for (const module of modules) {
    const outDir = mkdtempSync(join(tmpdir(), 'fieldbook-release-'))
    try {
      await build({
        root,
        logLevel: 'silent',
        plugins: [appendLine(module)],
        build: { outDir, emptyOutDir: true },
      })
      const files = changedFiles(dist, outDir)
      const whole = files.map((file) => brotliCompressSync(readFileSync(join(outDir, file))).length)
      const bytes = files.map((file, at) =>
        Math.min(whole[at] ?? 0, deltaFrom(dist, outDir, file) ?? Infinity),
      )
      all.push({ module, kb: inKb(bytes), whole: inKb(whole), files })
    } finally {
      rmSync(outDir, { recursive: true, force: true })
    }
  }
  return all
}

const changedFiles = (before: string, after: string): string[] => [
  'sw.js',
  'index.html',
  ...precachedUrls(after).filter((url) => !existsSync(join(before, url)) && url !== 'index.html'),
]

const precachedUrls = (dist: string): string[] => {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  return [...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url = '']) => url)
}

/** From the previous build's file of the same family (scripts/deltas.ts). */
const deltaFrom = (before: string, after: string, file: string): number | undefined => {
  const family = familyOf(file)
  const dictionary = precachedUrls(before).find(
    (url) => family !== undefined && familyOf(url) === family,
  )
  if (dictionary === undefined) return undefined
  return deltaOf(readFileSync(join(after, file)), readFileSync(join(before, dictionary))).length
}

const inKb = (bytes: readonly number[]): number => kb(bytes.reduce((sum, size) => sum + size, 0))

const appendLine = (module: string): Plugin => ({
  name: 'append-line',
  transform: {
    filter: { id: new RegExp(`${module.replaceAll(/[.\\/]/g, '\\$&')}$`) },
    handler: (code) => ({ code: `${code}\nglobalThis.appendedLine = ${Date.now()}\n`, map: null }),
  },
})
