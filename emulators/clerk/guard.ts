import { describeRefusal } from '../reach.ts'

type Variables = Record<string, string | undefined>

export function refuseRealThings(env: Variables, ownKeys: readonly string[]): void {
  const refusal = emulatorRefusal(env, ownKeys)
  if (refusal !== undefined) throw new Error(refusal)
}

/** Its passwords are in the README. */
export const emulatorRefusal = (env: Variables, ownKeys: readonly string[]): string | undefined =>
  describeRefusal('Clerk', env, ownKeys)
