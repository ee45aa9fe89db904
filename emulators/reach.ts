type Variables = Record<string, string | undefined>

/** Why an emulator may not run: in production, or where other machines reach the product. */
export const reasonToRefuse = (env: Variables): string | undefined => {
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
