import { domainToASCII } from 'node:url'

/**
 * The lower-case registrable domain, by which companies are matched (product 2.3). Null for free mail, social networks, bare IP
 * addresses and anything that is no domain.
 */
export const domainKey = (urlOrDomain: string): string | null => {
  const [authority = '', path = ''] = urlOrDomain
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:(\/\/)?/i, (scheme) => (scheme.includes('.') ? scheme : ''))
    .replace(/^\/\//, '')
    .split(/[/?#](.*)/s)
  const host = domainToASCII(
    authority
      .slice(authority.lastIndexOf('@') + 1)
      .replace(/:\d*$/, '')
      .replace(/(?<!\.)\.+$/, '')
      .replace(/^www\d?\./i, ''),
  )
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]+$/.test(host)) return null
  const labels = host.split('.')
  const labelCount = suffixLength(labels) + 1
  if (labels.length < labelCount) return null
  const key = labels.slice(-labelCount).join('.')
  if (freeMail.has(key) || (socialPages.has(key) && path !== '')) return null
  return key
}

/** 1 for .com, 2 for .com.au, 3 for .wa.gov.au. */
const suffixLength = (labels: readonly string[]): number => {
  const last = labels.at(-1) ?? ''
  const second = labels.at(-2) ?? ''
  if (labels.length >= 2 && sharedHosts.has(`${second}.${last}`)) return 2
  if (last === 'au' && (second === 'gov' || second === 'edu'))
    return states.has(labels.at(-3) ?? '') && labels.length > 3 ? 3 : 2
  if (last === 'au') return australian.has(second) ? 2 : 1
  if (last === 'nz') return newZealand.has(second) ? 2 : 1
  if (last === 'uk') return british.has(second) ? 2 : 1
  return last.length === 2 && general.has(second) ? 2 : 1
}

const parseSet = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const states = parseSet('act nsw nt qld sa tas vic wa')
const australian = parseSet('com net org asn id csiro')
const newZealand = parseSet(
  'co net org govt ac school gen geek iwi maori kiwi cri health mil parliament',
)
const british = parseSet('co org me ltd plc net sch ac gov nhs police')
const general = parseSet('com co net org gov edu ac or ne go gob gouv govt mil gen')

const sharedHosts = parseSet(
  'wixsite.com wordpress.com blogspot.com weebly.com myshopify.com squarespace.com square.site business.site webflow.io github.io gitlab.io netlify.app vercel.app herokuapp.com azurewebsites.net',
)

const socialPages = parseSet(
  'facebook.com linkedin.com instagram.com twitter.com x.com youtube.com tiktok.com google.com linktr.ee goo.gl yellowpages.com.au',
)

const freeMail = parseSet(
  'gmail.com googlemail.com outlook.com outlook.com.au hotmail.com hotmail.com.au hotmail.co.nz hotmail.co.uk live.com live.com.au msn.com yahoo.com yahoo.com.au yahoo.co.nz yahoo.co.uk ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com gmx.com mail.com zoho.com fastmail.com fastmail.fm bigpond.com bigpond.com.au bigpond.net.au optusnet.com.au optusnet.net.au iinet.net.au tpg.com.au internode.on.net westnet.com.au ozemail.com.au dodo.com.au adam.com.au aapt.net.au xtra.co.nz slingshot.co.nz orcon.net.nz vodafone.co.nz clear.net.nz paradise.net.nz actrix.co.nz qq.com 163.com 126.com naver.com comcast.net btinternet.com',
)
