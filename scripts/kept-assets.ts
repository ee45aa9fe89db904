import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A tab opened before a release still finds its files after that release and the next one. */
export const KEPT_BUILDS = 2

/**
 * What dist/build.json says: the build (the deployment id), the builds before it whose files are still there, the sources it was
 * made of, and for each hashed file how many builds old it is.
 */
export type BuildRecord = {
  id: string
  earlier: string[]
  sources: string
  ages: Record<string, number>
}

/** The builds whose files are kept beside those of `id`, the youngest first. */
export function earlierIds(last: BuildRecord | undefined, id: string): string[] {
  if (last === undefined) return []
  if (last.id === id) return last.earlier
  return [last.id, ...last.earlier.filter((other) => other !== id)].slice(0, KEPT_BUILDS)
}

/**
 * Copies the hashed files of earlier builds in `from` beside those of the build `id` in `to`, and returns the ages of all.
 * The same build made again ages nothing.
 */
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
    if (file in ages || now > KEPT_BUILDS || !existsSync(join(from, file))) continue
    cpSync(join(from, file), join(to, file))
    ages[file] = now
  }
  return ages
}

/** Every file under a folder in a fixed order; the path itself where it is a file; none where there is nothing. */
export function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
