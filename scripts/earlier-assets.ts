import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A tab from before a release still finds its files during that release and the next. */
export const MAX_EARLIER_BUILDS = 2

export type BuildRecord = {
  id: string
  earlier: string[]
  sources: string
  ages: Record<string, number>
}

export function earlierIds(last: BuildRecord | undefined, id: string): string[] {
  if (last === undefined) return []
  if (last.id === id) return last.earlier
  return [last.id, ...last.earlier.filter((other) => other !== id)].slice(0, MAX_EARLIER_BUILDS)
}

/** Repeating the same build changes no age. */
export function keepEarlierAssets({
  last,
  from,
  id,
  to,
}: {
  last: BuildRecord | undefined
  from: string
  id: string
  to: string
}): Record<string, number> {
  const ages: Record<string, number> = {}
  for (const file of filesUnder(join(to, 'assets'))) ages[relative(to, file)] = 0
  for (const [file, age] of Object.entries(last?.ages ?? {})) {
    const now = last?.id === id ? age : age + 1
    if (file in ages || now > MAX_EARLIER_BUILDS || !existsSync(join(from, file))) continue
    cpSync(join(from, file), join(to, file))
    ages[file] = now
  }
  return ages
}

/** In a fixed order; the path itself for a file; none for a missing path. */
export function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
