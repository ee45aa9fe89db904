import { shareTarget } from './shared-file.ts'

/**
 * How the service worker answers a request.
 * shared: a file handed to the app by the system, kept for the screen.
 * shell: the app's own page, from the precache. file: from the precache, else the network. clerk-js: cached for good on first use.
 * catalogue: the cached answer at once, renewed behind it. identity: the network, and a plain 503 when it cannot be reached.
 * network: not touched at all.
 */
export type Route = 'shared' | 'shell' | 'file' | 'clerk-js' | 'catalogue' | 'identity' | 'network'

type Asked = { url: string; method: string; mode: string }

const OPTIONS = /^\/api\/search\/filter\/options(\/search|\/multi-level)?$/

// Options of these name records and lists: people, what an organisation did. They never rest on a device by our hand.
const NAMES_RECORDS = /^(company_id|person_id|cus-.*|lists?)$/

/** Decides for one request; `origin` is our own. Anything not recognised goes to the network untouched. */
export function routeFor(request: Asked, origin: string): Route {
  const url = new URL(request.url)
  if (request.method !== 'GET') {
    const shared = request.method === 'POST' && request.mode === 'navigate'
    return shared && url.origin === origin && url.pathname === shareTarget ? 'shared' : 'network'
  }
  if (request.mode === 'navigate') {
    return url.origin === origin && isScreen(url.pathname) ? 'shell' : 'network'
  }
  if (isIdentity(url)) return 'identity'
  if (url.origin !== origin) return 'network'
  if (url.pathname.startsWith('/clerk-js/')) return 'clerk-js'
  if (url.pathname.startsWith('/api/')) return isCatalogue(url) ? 'catalogue' : 'network'
  return 'file'
}

/** Screens have no extension; /api, /assets and names that begin with two underscores belong to the server. */
function isScreen(path: string): boolean {
  return !/^\/(api|assets|clerk-js|health|ready|__[^/]*)(\/|$)/.test(path) && !/\.[^/]*$/.test(path)
}

// clerk-js marks its calls, which go to another origin where the hosted service itself is used.
function isIdentity(url: URL): boolean {
  return url.pathname.startsWith('/__clerk/') || url.searchParams.has('__clerk_api_version')
}

function isCatalogue(url: URL): boolean {
  if (url.pathname === '/api/filters') return true
  const identifier = url.searchParams.get('identifier') ?? ''
  return (
    OPTIONS.test(url.pathname) &&
    identifier !== '' &&
    !NAMES_RECORDS.test(identifier) &&
    !holdsTypedText(url)
  )
}

/** The cache of catalogues stays on the device after sign-out, so what a user typed must not become one of its addresses. */
function holdsTypedText(url: URL): boolean {
  return url.searchParams.getAll('searchTerm').some((term) => term !== '')
}
