/** Throws where an emulator has no business: beside real Clerk keys, or in production unless FIELDBOOK_EMULATORS=allow. */
export function refuseRealThings(env: Record<string, string | undefined>): void {
  if (env['CLERK_SECRET_KEY'] || env['CLERK_PUBLISHABLE_KEY']) {
    throw new Error(
      'The Clerk emulator does not start while CLERK_PUBLISHABLE_KEY or CLERK_SECRET_KEY is set: unset them or use the real Clerk.',
    )
  }
  if (env['NODE_ENV'] === 'production' && env['FIELDBOOK_EMULATORS'] !== 'allow') {
    throw new Error(
      "The Clerk emulator does not start with NODE_ENV=production: set Clerk's keys, or FIELDBOOK_EMULATORS=allow to insist.",
    )
  }
}
