import type { Env } from './env.ts'
import { sealKeysOf, type SealKey } from './crm-env.ts'
import { readOrCreateKey } from './stored-key.ts'

export type Keys = {
  crm: Uint8Array
  files: Uint8Array
  vapid: Uint8Array
  /** The first seals, all open. */
  seal: readonly [SealKey, ...SealKey[]]
}

/** Of the settings, or else of the data folder. */
export const keysOf = (
  env: Pick<Env, 'dataFolder' | 'crmTokenKey' | 'filesLinkKey' | 'crmSealKeys' | 'push'>,
): Keys => ({
  crm: env.crmTokenKey ?? readOrCreateKey(env.dataFolder, 'crm'),
  files: env.filesLinkKey ?? readOrCreateKey(env.dataFolder, 'files'),
  vapid: env.push.privateKey ?? readOrCreateKey(env.dataFolder, 'vapid'),
  seal: sealKeysOf(env),
})
