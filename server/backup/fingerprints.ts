import { createHash } from 'node:crypto'
import type { Env } from '../platform/process/env.ts'

/** Of keys that are settings: a backup has only the keys of the data folder. */
export const fingerprintsOf = (
  env: Pick<Env, 'crmTokenKey' | 'crmSealKeys' | 'filesLinkKey' | 'push'>,
): Record<string, string> => {
  const keys = {
    CRM_TOKEN_SECRET: env.crmTokenKey,
    CRM_SEAL_KEYS: env.crmSealKeys && Buffer.concat(env.crmSealKeys.map(({ key }) => key)),
    FILES_LINK_SECRET: env.filesLinkKey,
    VAPID_PRIVATE_KEY: env.push.privateKey,
  }
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) =>
      key === undefined
        ? []
        : [[name, createHash('sha256').update(key).digest('hex').slice(0, 16)]],
    ),
  )
}

/** Names of settings that are not what they were. */
export const otherKeys = (
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] => Object.keys(before).filter((name) => before[name] !== now[name])
