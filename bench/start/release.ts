import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { kb } from '../../scripts/budgets.ts'
import { root } from '../../scripts/lib/tools.ts'
import { deltaOf, familyOf } from '../../server/platform/http/deltas.ts'

/**
 * What a release with one more line in a module makes an installed device fetch, in KB: where the browser keeps dictionaries, as
 * Chromium does (RFC 9842), and in `whole` where it fetches each changed file anew after brotli.
 */
export type Release = { module: string; kb: number; whole: number; files: string[] }

/** One of each file that the device keeps and that is ours (vite.config.ts), what the whole file costs included. */
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

/** Builds the app again for each module with one more line in it, and compares with the build in dist. */
export async function releases(): Promise<Release[]> {
  const dist = join(root, 'dist')
  const all: Release[] = []
  for (const module of modules) {
    const outDir = mkdtempSync(join(tmpdir(), 'fieldbook-release-'))
    try {
      await build({
        root,
        logLevel: 'silent',
        plugins: [oneMoreLine(module)],
        build: { outDir, emptyOutDir: true },
      })
      const files = fetched(dist, outDir)
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

/** The worker, the page, and every file that the build before did not have. */
const fetched = (before: string, after: string): string[] => [
  'sw.js',
  'index.html',
  ...keptOf(after).filter((url) => !existsSync(join(before, url)) && url !== 'index.html'),
]

/** What the worker of a build keeps. */
const keptOf = (dist: string): string[] => {
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  return [...worker.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url = '']) => url)
}

/** The size of what differs from the file of the same family in the build before, as the build writes it (scripts/deltas.ts). */
const deltaFrom = (before: string, after: string, file: string): number | undefined => {
  const family = familyOf(file)
  const dictionary = keptOf(before).find((one) => family !== undefined && familyOf(one) === family)
  if (dictionary === undefined) return undefined
  return deltaOf(readFileSync(join(after, file)), readFileSync(join(before, dictionary))).length
}

const inKb = (bytes: readonly number[]): number => kb(bytes.reduce((sum, one) => sum + one, 0))

const oneMoreLine = (module: string): Plugin => ({
  name: 'one-more-line',
  transform: {
    filter: { id: new RegExp(`${module.replaceAll(/[.\\/]/g, '\\$&')}$`) },
    handler: (code) => ({ code: `${code}\nglobalThis.oneMoreLine = ${Date.now()}\n`, map: null }),
  },
})
