import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'

export type BuiltApp = {
  id: string
  earlier: readonly string[]
  html: string
  hashes: { styles: readonly string[]; scripts: readonly string[] }
}

/**
 * Reloaded after each build: a new build's worker refuses an old page. Throws a Refusal without a complete build at the start;
 * later the previous build is served while a new one is moved into place.
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
      // The folder is being replaced; the previous build is served.
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
