import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function readJson<T extends object>(file: string, fallback: T): T {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this process writes the file
  return JSON.parse(text) as T
}

/** A crash leaves the old or the new file. */
export function writeJson(file: string, value: object): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 })
  renameSync(draft, file)
}
