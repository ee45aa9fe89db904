import { SignInRefused } from '../errors.ts'

/**
 * The origin where an account signs in, of what an admin typed: a My Domain address, the address of a page of the account's, or its name
 * alone. Nothing typed is login.salesforce.com. Throws SignInRefused for any other host.
 */
export const signInHost = (typed: string | undefined): string => {
  const text = (typed ?? '').trim().toLowerCase()
  if (text === '') return 'https://login.salesforce.com'
  const host = hostOf(text)
  if (generic.has(host)) return `https://${host}`
  for (const ending of pages)
    if (isBelow(host, ending)) return `https://${host.slice(0, -ending.length)}.my.salesforce.com`
  if (isBelow(host, '.my.salesforce.com')) return `https://${host}`
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(host)) return `https://${host}.my.salesforce.com`
  throw new SignInRefused(
    `${typed ?? ''} is no address of Salesforce, such as acme.my.salesforce.com.`,
  )
}

const generic: ReadonlySet<string> = new Set(['login.salesforce.com', 'test.salesforce.com'])

/** Where users see an account's app and setup. */
const pages = ['.lightning.force.com', '.my.salesforce-setup.com', '.my.site.com']

const hostOf = (text: string): string => {
  const address = text.includes('://') ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

const isBelow = (host: string, ending: string): boolean =>
  host.endsWith(ending) && /^[a-z0-9][a-z0-9.-]{0,120}$/.test(host.slice(0, -ending.length))
