/** The kinds of places a browser keeps things in under a name. */
export type StoreKind =
  | 'local storage'
  | 'session storage'
  | 'database'
  | 'cache'
  | 'cookie'
  | 'file'

export type DeviceStore = {
  kind: StoreKind
  /** What it holds, in a word or two. */
  holds: string
  /** Recognises its names. */
  name: RegExp
  /** What stays says nothing of anybody; a function tells what is left of the value. */
  atSignOut: 'goes' | 'stays' | ((value: string) => string)
}

/** Theme and density belong to the device; anything else in there to whoever used it. */
const lookOfDevice = (value: string): string => {
  const { theme, density } = JSON.parse(value) as { theme?: unknown; density?: unknown } // compared with known words only
  return JSON.stringify({
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'comfortable' ? density : 'auto',
  })
}

const all = (kind: StoreKind, names: Record<string, Omit<DeviceStore, 'kind' | 'holds'>>) =>
  Object.entries(names).map(([holds, store]) => ({ kind, holds, ...store }))

/**
 * Everything the browser keeps for Fieldbook, by kind and name. Whoever keeps something new adds a line; a journey in a browser
 * fails over a name that is on none. Sign-out deletes such a name all the same: what stays has to be listed, not what goes.
 * Notifications and the push subscription have no names: all of them go. Of files (OPFS) there are none.
 */
export const deviceStores: readonly DeviceStore[] = [
  ...all('database', {
    'saved work': { name: /^fieldbook-/, atSignOut: 'goes' },
    'names of databases, by Dexie': { name: /^__dbnames$/, atSignOut: 'goes' },
  }),
  ...all('local storage', {
    'a wipe to finish': { name: /^fieldbook\.wipe-pending$/, atSignOut: 'stays' },
    'a sign-out to tell': { name: /^fieldbook\.revoke-pending$/, atSignOut: 'stays' },
    'when it was last left': { name: /^fieldbook\.epoch$/, atSignOut: 'stays' },
    'theme, density and country': { name: /^fieldbook\.ui$/, atSignOut: lookOfDevice },
    'names of databases': { name: /^fieldbook\.databases$/, atSignOut: 'goes' },
    'last known identity': { name: /^fieldbook\.identity$/, atSignOut: 'goes' },
    'hours without contact': { name: /^fieldbook\.offline-grace\./, atSignOut: 'goes' },
    'answers a start needs': { name: /^fieldbook\.queries\./, atSignOut: 'goes' },
    'the screen that was left': { name: /^fieldbook\.place\./, atSignOut: 'goes' },
    'how it stood there': { name: /^fieldbook\.screen\./, atSignOut: 'goes' },
    'first steps put away': { name: /^fieldbook\.first-steps\./, atSignOut: 'goes' },
    'notices of credits put away': { name: /^fieldbook\.credits-heard\./, atSignOut: 'goes' },
    'columns of the table': { name: /^fieldbook\.columns\./, atSignOut: 'goes' },
    'settings of clerk-js': { name: /^(__clerk|clerk)[_.:-]/, atSignOut: 'goes' },
    analytics: { name: /^(__)?ph_/, atSignOut: 'goes' },
  }),
  ...all('session storage', {
    'when the device was last left': { name: /^fieldbook\.epoch$/, atSignOut: 'stays' },
    'reloaded for missing code': { name: /^fieldbook\.reloaded-for-code$/, atSignOut: 'goes' },
    'words half typed': { name: /^fieldbook\.half-typed$/, atSignOut: 'goes' },
    'state of clerk-js': { name: /^(__clerk|clerk)[_.:-]/, atSignOut: 'goes' },
    analytics: { name: /^(__)?ph_/, atSignOut: 'goes' },
    'error reports': { name: /^sentryReplaySession$/, atSignOut: 'goes' },
  }),
  ...all('cache', {
    // Without these three the app would not open without a network; they are the same for everybody.
    'the app itself': { name: /^workbox-precache-v2-/, atSignOut: 'stays' },
    // Version 1 held what users typed; a device whose worker still fills it loses it at sign-out.
    'catalogues of filters, with what users typed': {
      name: /^fieldbook-catalogues-v1$/,
      atSignOut: 'goes',
    },
    'catalogues of filters': { name: /^fieldbook-catalogues-v\d+$/, atSignOut: 'stays' },
    'clerk-js': { name: /^fieldbook-clerk-js-v\d+$/, atSignOut: 'stays' },
    'alerts of this device, and what they told': {
      name: /^fieldbook-data-push$/,
      atSignOut: 'goes',
    },
    'a file shared with the app': { name: /^fieldbook-data-shared$/, atSignOut: 'goes' },
    'files being uploaded, replies to a person': { name: /^fieldbook-data-/, atSignOut: 'goes' },
  }),
  ...all('cookie', {
    // Names this browser to a development instance of Clerk, as the HttpOnly `__client` does to a live one: ending the session needs it.
    'browser of a Clerk trial': { name: /^__clerk_db_jwt(_[\w-]+)?$/, atSignOut: 'stays' },
    session: { name: /^__session(_[\w-]+)?$/, atSignOut: 'goes' },
    'when one signed in': { name: /^__client_uat(_[\w-]+)?$/, atSignOut: 'goes' },
    'active organisation': { name: /^clerk_active_context$/, atSignOut: 'goes' },
    'steps of clerk-js': { name: /^__clerk_/, atSignOut: 'goes' },
    analytics: { name: /^ph_/, atSignOut: 'goes' },
  }),
]

/** The line a name belongs to; undefined for a name nobody announced. */
export const storeOf = (kind: StoreKind, name: string): DeviceStore | undefined =>
  deviceStores.find((store) => store.kind === kind && store.name.test(name))

/** What becomes of a name at sign-out; an unknown one goes. */
export const atSignOut = (kind: StoreKind, name: string): DeviceStore['atSignOut'] =>
  storeOf(kind, name)?.atSignOut ?? 'goes'
