/**
 * All on the embedded database. On a PostgreSQL server the two that differ most for the database: HubSpot guards a create by a key,
 * Pipedrive by what was sent.
 */
export const onThisDatabase = <Crm extends { label: string }>(crms: readonly Crm[]): Crm[] =>
  crms.filter(
    ({ label }) =>
      process.env['TEST_DATABASE_URL'] === undefined ||
      label === 'HubSpot' ||
      label === 'Pipedrive',
  )
