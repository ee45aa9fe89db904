import { SignInRefused } from '../errors.ts'

/** Two labels before `.dynamics.com`, or three with `api`. */
const environmentHost =
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.api)?\.crm\d{0,2}\.dynamics\.com$/

/** The origin of an environment from what the admin typed: its address, or that of a page in it. `own` replaces it. Throws SignInRefused. */
export const environmentOf = (hint: string | undefined, own: string | undefined): string => {
  const text = hint?.trim() ?? ''
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) throw new SignInRefused('This is no address.')
  const { hostname, origin } = new URL(address)
  if (origin !== own && !environmentHost.test(hostname))
    throw new SignInRefused(`${hostname} is no environment of Dynamics 365.`)
  return own ?? `https://${hostname}`
}
