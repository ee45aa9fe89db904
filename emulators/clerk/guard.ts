/** Throws where an emulator has no business: beside the keys of a real Clerk, or in production unless FIELDBOOK_EMULATORS=allow. */
export function refuseRealThings(
  env: Record<string, string | undefined>,
  ownKeys: readonly string[],
): void {
  for (const name of ['CLERK_SECRET_KEY', 'CLERK_PUBLISHABLE_KEY']) {
    const key = env[name]
    if (key && !ownKeys.includes(key))
      throw new Error(
        `The Clerk emulator does not start while ${name} holds a key that is not its own: unset it, or use the real Clerk.`,
      )
  }
  if (env['NODE_ENV'] === 'production' && env['FIELDBOOK_EMULATORS'] !== 'allow') {
    throw new Error(
      "The Clerk emulator does not start with NODE_ENV=production: set Clerk's keys, or FIELDBOOK_EMULATORS=allow to insist.",
    )
  }
}
