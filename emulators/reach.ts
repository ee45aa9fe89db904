type Variables = Record<string, string | undefined>

/**
 * Why the emulator of a service must not start; undefined if it may. It refuses to run beside real keys and, unless
 * FIELDBOOK_EMULATORS=allow, in production or where other machines reach the product.
 */
export const describeRefusal = (
  service: string,
  env: Variables,
  ownKeys: readonly string[],
  names: readonly string[] = ['SECRET_KEY', 'PUBLISHABLE_KEY'].map(
    (kind) => `${service.toUpperCase()}_${kind}`,
  ),
): string | undefined => {
  for (const name of names) {
    const key = env[name]
    if (key && !ownKeys.includes(key))
      return `The ${service} emulator does not start while ${name} holds a key that is not its own: unset it, or use the real ${service}.`
  }
  if (env['FIELDBOOK_EMULATORS'] === 'allow') return undefined
  const reason = reasonToRefuse(env)
  return (
    reason &&
    `The ${service} emulator does not start with ${reason}: set ${service}'s keys, or FIELDBOOK_EMULATORS=allow to insist.`
  )
}

const reasonToRefuse = (env: Variables): string | undefined => {
  if (env['NODE_ENV'] === 'production') return 'NODE_ENV=production'
  const { HOST: host = '', PUBLIC_ORIGIN: origin = '' } = env
  if (host.trim() !== '' && !isThisMachine(host.trim()))
    return `HOST=${host.trim()}, which other machines reach`
  if (origin.trim() !== '' && !isThisMachine(hostnameOf(origin.trim())))
    return `PUBLIC_ORIGIN=${origin.trim()}, which other machines reach`
  return undefined
}

const isThisMachine = (host: string): boolean =>
  /^(localhost|[\w-]{1,63}\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

const hostnameOf = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).hostname : origin
