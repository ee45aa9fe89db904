import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'

const bytes = 32

/** Once per data folder, readable by its owner only, stable across restarts. */
export const readOrCreateKey = (folder: string, name: string): Uint8Array => {
  const file = join(folder, `${name}.key`)
  const existing = read(file)
  if (existing !== null) return existing
  // Linking is atomic: a torn key would invalidate all earlier signatures.
  const draft = join(folder, `.${name}-${randomBytes(8).toString('hex')}.key`)
  writeFileSync(draft, randomBytes(bytes), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return read(file) ?? unreadable(file)
}

const read = (file: string): Uint8Array | null => {
  try {
    const key = readFileSync(file)
    return key.length === bytes ? new Uint8Array(key) : unreadable(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const unreadable = (file: string): never => {
  throw new Refusal(`The key in ${file} is damaged: delete the file and start again.`)
}
