import { reasonToRefuse } from '../reach.ts'

type Variables = Record<string, string | undefined>

export function refuseRealThings(env: Variables, ownKeys: readonly string[]): void {
  const refusal = emulatorRefusal(env, ownKeys)
  if (refusal !== undefined) throw new Error(refusal)
}

/**
 * The emulator's passwords are in the README: it refuses to run beside real keys and, unless FIELDBOOK_EMULATORS=allow, in
 * production or where other machines reach the product.
 */
export function emulatorRefusal(env: Variables, ownKeys: readonly string[]): string | undefined {
  for (const name of ['CLERK_SECRET_KEY', 'CLERK_PUBLISHABLE_KEY']) {
    const key = env[name]
    if (key && !ownKeys.includes(key))
      return `The Clerk emulator does not start while ${name} holds a key that is not its own: unset it, or use the real Clerk.`
  }
  if (env['FIELDBOOK_EMULATORS'] === 'allow') return undefined
  const reason = reasonToRefuse(env)
  return (
    reason &&
    `The Clerk emulator does not start with ${reason}: set Clerk's keys, or FIELDBOOK_EMULATORS=allow to insist.`
  )
}
