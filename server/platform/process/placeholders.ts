/** Of examples, templates and first attempts. */
const known =
  /change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|with)|your[-_ ](?:secret|password|key)|placeholder|secret[-_ ]?here|^(?:postgres|password|fieldbook|secret|admin|root|test|12345678?)$/i

/** Whether others know this secret. */
export const isPlaceholder = (secret: string): boolean => known.test(secret.trim())

const secrets = ['CRM_TOKEN_SECRET', 'FILES_LINK_SECRET', 'METRICS_TOKEN', 'VAPID_PRIVATE_KEY']

export const placeholderProblems = (set: Record<string, string | undefined>): string[] =>
  secrets
    .filter((name) => isPlaceholder(set[name] ?? ''))
    .map((name) => `${name} is the text of an example. Use a random one: openssl rand -base64 32.`)
