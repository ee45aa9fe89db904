import { describeRefusal } from '../../reach.ts'
import type { Variables } from './types.ts'

/** Why the emulator of a CRM must not start; undefined if it may. `prefix` is of the CRM's settings, as in ACME_CLIENT_ID. */
export const emulatorRefusal = (
  name: string,
  prefix: string,
  env: Variables,
  ownKeys: readonly string[],
): string | undefined =>
  describeRefusal(name, env, ownKeys, [`${prefix}_CLIENT_SECRET`, `${prefix}_CLIENT_ID`])
