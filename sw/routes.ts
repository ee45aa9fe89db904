import { shareTarget } from './shared-file.ts'

/**
 * Only four are not obvious: clerk-js is cached for good on first use, a catalogue is renewed in the background, identity is
 * answered 503 without a network, and a page stores the files of the map when it needs them.
 */
export type Route =
  | 'shared'
  | 'shell'
  | 'file'
  | 'map'
  | 'clerk-js'
  | 'catalogue'
  | 'identity'
  | 'network'

type RoutedRequest = { url: string; method: string; mode: string }

const OPTIONS = /^\/api\/search\/filter\/options(\/search|\/multi-level)?$/

const MAP_FILE = /^\/assets\/(map|maplibre-gl-worker)-[^/]*\.js$/

// The options of these filters name records, lists and activities: never cached on the device.
const NAMES_RECORDS = /^(company_id|person_id|cus-.*|lists?)$/

export function routeFor(request: RoutedRequest, origin: string): Route {
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
  return MAP_FILE.test(url.pathname) ? 'map' : 'file'
}

/** Paths without a file extension that are not the server's. */
function isScreen(path: string): boolean {
  return !/^\/(api|assets|clerk-js|health|ready|__[^/]*)(\/|$)/.test(path) && !/\.[^/]*$/.test(path)
}

// clerk-js marks its requests, which go to another origin if Clerk is hosted.
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

/** The cache of catalogues stays on the device after sign-out, so its URLs must not contain what a user typed. */
function holdsTypedText(url: URL): boolean {
  return url.searchParams.getAll('searchTerm').some((term) => term !== '')
}
