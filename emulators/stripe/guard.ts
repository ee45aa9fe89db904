import { reasonToRefuse } from '../reach.ts'

type Variables = Record<string, string | undefined>

/** Plans bought in the emulator cost nothing: it refuses to run in production and where other machines reach the product. */
export function emulatorRefusal(env: Variables, ownKeys: readonly string[]): string | undefined {
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']) {
    const key = env[name]
    if (key && !ownKeys.includes(key))
      return `The Stripe emulator does not start while ${name} holds a key that is not its own: unset it, or use the real Stripe.`
  }
  if (env['FIELDBOOK_EMULATORS'] === 'allow') return undefined
  const reason = reasonToRefuse(env)
  return (
    reason &&
    `The Stripe emulator does not start with ${reason}: set Stripe's keys, or FIELDBOOK_EMULATORS=allow to insist.`
  )
}
