type Set = Readonly<Record<string, string | undefined>>

/** Settings that may be read from a file, as containers hand out secrets: NAME_FILE in place of NAME. */
export const secretSettings = (crmPrefixes: readonly string[]): readonly string[] => [
  'DATABASE_URL',
  'PGPASSWORD',
  'CLERK_SECRET_KEY',
  'CLERK_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'CRM_TOKEN_SECRET',
  'CRM_SEAL_KEYS',
  ...crmPrefixes.map((prefix) => `${prefix}_CLIENT_SECRET`),
  'FILES_S3_SECRET_ACCESS_KEY',
  'SOURCES_S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'FILES_LINK_SECRET',
  'VAPID_PRIVATE_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
  'ABN_LOOKUP_GUID',
  'NZBN_API_KEY',
  'HUBSPOT_CHAT_TOKEN',
  'SENTRY_SERVER_DSN',
]

/** The variables with the content of those files, without the newline at its end; each problem is a sentence. */
export const readSecretFiles = (
  variables: Set,
  crmPrefixes: readonly string[],
  readText: (path: string) => string,
): { variables: Set; problems: string[] } => {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const name of secretSettings(crmPrefixes)) {
    const path = variables[`${name}_FILE`]
    if (path === undefined || path.trim() === '') continue
    if ((variables[name] ?? '').trim() !== '')
      problems.push(`${name} and ${name}_FILE are both set: keep one of them.`)
    try {
      read[name] = readText(path).trimEnd()
      if (read[name] === '') problems.push(`${name}_FILE names ${path}, which is empty.`)
    } catch {
      problems.push(`${name}_FILE names ${path}, which this user can’t read.`)
    }
  }
  return { variables: { ...variables, ...read }, problems }
}
