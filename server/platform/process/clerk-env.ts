export type ClerkEnv = {
  publishableKey: string
  secretKey: string
  /** From the publishable key, for example https://clerk.fieldbook.example. */
  frontendApi: string
  /** Undefined: browsers call the Frontend API directly. */
  proxyTarget: string | undefined
  jwksUrl: string | undefined
  issuer: string | undefined
}

/** In sentences. */
export const clerkProblems = (set: Record<string, string | undefined>): string[] => {
  const problems: string[] = []
  const publishable = set['CLERK_PUBLISHABLE_KEY']
  const secret = set['CLERK_SECRET_KEY']
  if (publishable !== undefined && secret === undefined)
    problems.push(`CLERK_PUBLISHABLE_KEY is set and CLERK_SECRET_KEY is not: ${clerkRemedy}.`)
  if (publishable === undefined && secret !== undefined)
    problems.push(`CLERK_SECRET_KEY is set and CLERK_PUBLISHABLE_KEY is not: ${clerkRemedy}.`)
  if (kindOf(publishable) !== undefined && kindOf(secret) !== undefined) {
    if (kindOf(publishable) !== kindOf(secret))
      problems.push(
        'CLERK_PUBLISHABLE_KEY and CLERK_SECRET_KEY belong to different Clerk instances: one is a test key and the other a live key.',
      )
  }
  for (const name of ['CLERK_PROXY_TARGET', 'CLERK_JWKS_URL', 'CLERK_ISSUER'])
    if (set[name] !== undefined && publishable === undefined && secret === undefined)
      problems.push(`${name} is set and the Clerk keys are not: ${clerkRemedy}.`)
  return problems
}

const clerkRemedy = 'set both keys for the real Clerk, or none for the emulator on this machine'
const kindOf = (key: string | undefined): string | undefined =>
  key?.match(/^[ps]k_(test|live)_/)?.[1]

export const clerkOf = (read: {
  CLERK_PUBLISHABLE_KEY?: string | undefined
  CLERK_SECRET_KEY?: string | undefined
  CLERK_PROXY_TARGET?: string | undefined
  CLERK_JWKS_URL?: string | undefined
  CLERK_ISSUER?: string | undefined
}): ClerkEnv | undefined =>
  read.CLERK_PUBLISHABLE_KEY === undefined || read.CLERK_SECRET_KEY === undefined
    ? undefined
    : {
        publishableKey: read.CLERK_PUBLISHABLE_KEY,
        secretKey: read.CLERK_SECRET_KEY,
        frontendApi: frontendApiOf(read.CLERK_PUBLISHABLE_KEY) ?? '',
        proxyTarget: read.CLERK_PROXY_TARGET,
        jwksUrl: read.CLERK_JWKS_URL,
        issuer: read.CLERK_ISSUER,
      }

/** A publishable key is the host and a dollar sign, in base64. */
export const frontendApiOf = (key: string): string | undefined => {
  const code = /^pk_(?:test|live)_([\w+/=-]+)$/.exec(key)?.[1]
  const host = Buffer.from(code ?? '', 'base64').toString('latin1')
  return /^[\w-]+(\.[\w-]+)+\$$/.test(host) ? `https://${host.slice(0, -1)}` : undefined
}
