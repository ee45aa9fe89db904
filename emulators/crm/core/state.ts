import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from '../../json-file.ts'
import type { CrmActivity, CrmRecord } from './types.ts'

/** What the search index saw at a moment. */
export type Version = { at: number; values: Record<string, unknown>; isDeleted: boolean }

export type StoredRecord = CrmRecord & { versions: Version[] }

export type FieldDefinition = {
  name: string
  label: string
  /** The CRM's own name of the type. */
  type: string
  isRequired: boolean
  isReadOnly: boolean
  isUnique: boolean
  /** In characters. */
  maxLength: number | null
  options: { value: string; label: string; isActive: boolean }[]
  /** Made by the account or an app. */
  isOwn: boolean
  /** What only this CRM knows of a field. */
  more: Record<string, unknown>
}

export type StoredGrant = {
  id: string
  userId: string
  scopes: string[]
  refreshToken: string
  /** Used before, oldest first. */
  oldRefreshTokens: string[]
  isRevoked: boolean
  /** ms since 1970; also the end of the idle time counts from here. */
  refreshedAt: number
}

export type StoredCode = {
  code: string
  redirect: string
  challenge: string | null
  userId: string
  scopes: string[]
  expiresAt: number
  isUsed: boolean
}

export type StoredToken = { grantId: string; expiresAt: number }

export type CrmState = {
  clientId: string
  clientSecret: string
  isSeeded: boolean
  /** ms added to the clock. */
  offset: number
  nextId: number
  records: Record<string, StoredRecord>
  activities: Record<string, CrmActivity & { isDeleted: boolean }>
  /** By object. */
  fields: Record<string, FieldDefinition[]>
  grants: Record<string, StoredGrant>
  codes: Record<string, StoredCode>
  /** Access tokens. */
  tokens: Record<string, StoredToken>
  audit: { early: number; deletes: number; secrets: number; calls: Record<string, number> }
  /** What only this CRM has; JSON. */
  more: Record<string, unknown>
}

/** `save` writes nothing without a folder. */
export const openState = (
  name: string,
  dataFolder: string | undefined,
): { state: CrmState; save: () => void } => {
  const file = dataFolder === undefined ? undefined : join(dataFolder, `${name}.json`)
  const empty = emptyState(name)
  const state = file === undefined ? empty : readJson(file, empty)
  return { state, save: () => file !== undefined && writeJson(file, state) }
}

const emptyState = (name: string): CrmState => ({
  clientId: `emulator-${name}-${randomBytes(6).toString('hex')}`,
  clientSecret: `emulator-${randomBytes(24).toString('hex')}`,
  isSeeded: false,
  offset: 0,
  nextId: 1,
  records: {},
  activities: {},
  fields: {},
  grants: {},
  codes: {},
  tokens: {},
  audit: { early: 0, deletes: 0, secrets: 0, calls: {} },
  more: {},
})
