import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** By path from the root, with forward slashes. Rules take nothing else, so that a test can plant a breach in two lines. */
export type Files = ReadonlyMap<string, string>

/** A sentence for each breach that says what to do instead. */
export type Rule = (files: Files) => string[]

const root = fileURLToPath(new URL('../..', import.meta.url))
const notOurs = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'coverage'])
const text =
  /\.(ts|tsx|mjs|js|json|css|html|md|yml|yaml|sh|svg|webmanifest)$|(^|\/)(\.nvmrc|\.gitignore|run)$/

export const readProject = (): Files => {
  const files = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!notOurs.has(entry.name)) walk(path)
      } else {
        const name = relative(root, path).split(sep).join('/')
        if (text.test(name)) files.set(name, readFileSync(path, 'utf8'))
      }
    }
  }
  walk(root)
  return files
}

export const fakeProject = (files: Record<string, string>): Files => new Map(Object.entries(files))

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)

export type Import = {
  specifier: string
  target: string | undefined
  reexport: boolean
  /** Erased at compile time. */
  typeOnly: boolean
}

/** `target` is the path of a project file. */
export const importsOf = (path: string, source: string): Import[] => {
  const code = source.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const found: Import[] = []
  for (const { pattern, reexport } of forms)
    for (const match of code.matchAll(pattern)) {
      const specifier = match[1] ?? ''
      const bare = specifier.replace(/\?.*$/, '')
      const target = bare.startsWith('.') ? posix.join(posix.dirname(path), bare) : undefined
      const typeOnly = /^\s*(?:import|export)\s+type\s/.test(match[0])
      found.push({ specifier, target, reexport, typeOnly })
    }
  return found
}

const forms = [
  { pattern: /^\s*import\s+(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]/gm, reexport: false },
  {
    pattern: /^\s*export\s+(?:type\s+)?[\w*{}\s,$]+?\s+from\s+['"]([^'"\n]+)['"]/gm,
    reexport: true,
  },
  { pattern: /\bimport\(\s*['"]([^'"\n]+)['"]/g, reexport: false },
  {
    pattern: /new URL\(\s*['"](\.[^'"\n]+\.(?:ts|tsx|mjs))['"],\s*import\.meta\.url/g,
    reexport: false,
  },
]
