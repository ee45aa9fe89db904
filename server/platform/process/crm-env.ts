import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOrCreateKey } from './stored-key.ts'

export type CrmEnv = { clientId: string; clientSecret: string }

export type SealKey = { id: string; key: Uint8Array }

/** Null if it is not 'k2:<base64 of 32 bytes>,k1:…'. */
export const sealKeysIn = (text: string): [SealKey, ...SealKey[]] | null => {
  const keys = text.split(',').map((part) => {
    const [, id, base64 = ''] = /^\s*(\w{1,20}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(part) ?? []
    return id === undefined ? null : { id, key: new Uint8Array(Buffer.from(base64, 'base64')) }
  })
  const whole = keys.filter((key) => key !== null)
  const [first, ...rest] = whole
  const ids = new Set(whole.map(({ id }) => id))
  return first !== undefined && ids.size === keys.length && !ids.has(folderId)
    ? [first, ...rest]
    : null
}

/** The data folder's key still opens after CRM_SEAL_KEYS is set. */
export const sealKeysOf = (env: {
  dataFolder: string
  crmSealKeys: readonly [SealKey, ...SealKey[]] | undefined
}): [SealKey, ...SealKey[]] => {
  const ofFolder = (): SealKey => ({
    id: folderId,
    key: readOrCreateKey(env.dataFolder, 'crm-seal'),
  })
  if (env.crmSealKeys === undefined) return [ofFolder()]
  const isThere = existsSync(join(env.dataFolder, 'crm-seal.key'))
  return [...env.crmSealKeys, ...(isThere ? [ofFolder()] : [])]
}

const folderId = 'folder'

export const crmProblems = (
  set: Record<string, string | undefined>,
  prefixes: readonly string[],
): string[] =>
  prefixes.flatMap((prefix) => {
    const [id, secret] = namesOf(prefix)
    return (set[id] === undefined) === (set[secret] === undefined)
      ? []
      : [`${id} and ${secret} go together: set both for this CRM, or neither.`]
  })

export const crmOf = (
  set: Record<string, string | undefined>,
  prefixes: readonly string[],
): Record<string, CrmEnv> =>
  Object.fromEntries(
    prefixes.flatMap((prefix) => {
      const [id, secret] = namesOf(prefix)
      const clientId = set[id]?.trim()
      const clientSecret = set[secret]?.trim()
      return clientId && clientSecret ? [[prefix, { clientId, clientSecret }]] : []
    }),
  )

const namesOf = (prefix: string): [string, string] => [
  `${prefix}_CLIENT_ID`,
  `${prefix}_CLIENT_SECRET`,
]
