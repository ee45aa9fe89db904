/** Throws in production, unless FIELDBOOK_EMULATORS=allow. */
export const refuseProduction = (env: Record<string, string | undefined>): void => {
  if (env['NODE_ENV'] === 'production' && env['FIELDBOOK_EMULATORS'] !== 'allow')
    throw new Error(
      'The emulator of a push service does not start with NODE_ENV=production: set FIELDBOOK_EMULATORS=allow to insist.',
    )
}
