import { describeRefusal } from '../reach.ts'

/** Plans bought here cost nothing. */
export const emulatorRefusal = (
  env: Record<string, string | undefined>,
  ownKeys: readonly string[],
): string | undefined => describeRefusal('Stripe', env, ownKeys)
