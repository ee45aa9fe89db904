import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'

/** The app as it was built last. */
export type BuiltApp = {
  /** The deployment id. */
  id: string
  /** The builds before it whose files are still there. */
  earlier: readonly string[]
  /** The page, without what the server fills in. */
  html: string
  /** Under these a content security policy lets the page's own inline styles and scripts pass. */
  hashes: { styles: readonly string[]; scripts: readonly string[] }
}

/**
 * The app in a folder, also after it was built anew there: a worker of the new build refuses the page of the old one, so a server that
 * went on with that would leave every new device without a worker. Throws a Refusal where the folder holds no whole build at first;
 * later the build before stands in while the next one is moved to its place.
 */
export const followBuild = (dist: string): (() => BuiltApp) => {
  let changed = changedAt(dist)
  let built = read(dist)
  return () => {
    try {
      const now = changedAt(dist)
      if (now !== changed) {
        built = read(dist)
        changed = now
      }
    } catch {
      // The folder is being replaced.
    }
    return built
  }
}

const changedAt = (dist: string): number => {
  try {
    return statSync(join(dist, 'build.json')).mtimeMs
  } catch {
    throw damaged()
  }
}

const read = (dist: string): BuiltApp => {
  const record: unknown = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
  if (typeof record !== 'object' || record === null || !('id' in record)) throw damaged()
  const earlier = 'earlier' in record && Array.isArray(record.earlier) ? record.earlier : []
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  return { id: String(record.id), earlier: earlier.map(String), html, hashes: hashesOf(html) }
}

const damaged = (): Refusal =>
  new Refusal('The built app is damaged. Delete the folder dist and start again.')

const hashesOf = (html: string): BuiltApp['hashes'] => {
  const hashes = (element: RegExp): string[] =>
    [...html.matchAll(element)].map(
      ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
    )
  return {
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
    scripts: hashes(/<script(?: type="importmap")?>([\s\S]*?)<\/script>/g),
  }
}
