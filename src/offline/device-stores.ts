export type StoreKind =
  | 'local storage'
  | 'session storage'
  | 'database'
  | 'cache'
  | 'cookie'
  | 'file'

export type DeviceStore = {
  kind: StoreKind
  holds: string
  name: RegExp
  /** What stays at sign-out identifies no user; a function returns the part of the value that stays. */
  atSignOut: 'goes' | 'stays' | ((value: string) => string)
}

/** Theme and density belong to the device, everything else in this value to the user. */
const lookOfDevice = (value: string): string => {
  const { theme, density } = JSON.parse(value) as { theme?: unknown; density?: unknown }
  return JSON.stringify({
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'comfortable' || density === 'compact' ? density : 'auto',
  })
}

const all = (kind: StoreKind, names: Record<string, Omit<DeviceStore, 'kind' | 'holds'>>) =>
  Object.entries(names).map(([holds, store]) => ({ kind, holds, ...store }))

/**
 * A new store needs a line here; a journey fails on a name without one. Sign-out deletes unknown names too, and all notifications
 * and the push subscription.
 */
export const deviceStores: readonly DeviceStore[] = [
  ...all('database', {
    'saved work': { name: /^fieldbook-/, atSignOut: 'goes' },
    'names of databases, by Dexie': { name: /^__dbnames$/, atSignOut: 'goes' },
  }),
  ...all('local storage', {
    'a wipe to finish': { name: /^fieldbook\.wipe-pending$/, atSignOut: 'stays' },
    'a sign-out to report': { name: /^fieldbook\.revoke-pending$/, atSignOut: 'stays' },
    'when it was last left': { name: /^fieldbook\.epoch$/, atSignOut: 'stays' },
    'theme, density and country': { name: /^fieldbook\.ui$/, atSignOut: lookOfDevice },
    'whether usage is shared': { name: /^fieldbook\.share-usage$/, atSignOut: 'stays' },
    'names of databases': { name: /^fieldbook\.databases$/, atSignOut: 'goes' },
    'last known identity': { name: /^fieldbook\.identity$/, atSignOut: 'goes' },
    'hours without contact': { name: /^fieldbook\.offline-grace\./, atSignOut: 'goes' },
    'answers a start needs': { name: /^fieldbook\.queries\./, atSignOut: 'goes' },
    'the last route': { name: /^fieldbook\.place\./, atSignOut: 'goes' },
    'the snapshot of the last screen': { name: /^fieldbook\.screen\./, atSignOut: 'goes' },
    'dismissed first steps': { name: /^fieldbook\.first-steps\./, atSignOut: 'goes' },
    'steps of the first run': { name: /^fieldbook\.first-run\./, atSignOut: 'goes' },
    'dismissed banners of credits and the plan': {
      name: /^fieldbook\.(credits|trial|plan-end)-heard\./,
      atSignOut: 'goes',
    },
    'agreed to be located': { name: /^fieldbook\.may-locate-and-send$/, atSignOut: 'goes' },
    'visits before the offer to install': { name: /^fieldbook\.visits$/, atSignOut: 'goes' },
    'columns of the table': { name: /^fieldbook\.columns\./, atSignOut: 'goes' },
    'views of the table': { name: /^fieldbook\.views\./, atSignOut: 'goes' },
    'settings of clerk-js': { name: /^(__clerk|clerk)[_.:-]/, atSignOut: 'goes' },
    analytics: { name: /^(__)?ph_/, atSignOut: 'goes' },
  }),
  ...all('session storage', {
    'when the device was last left': { name: /^fieldbook\.epoch$/, atSignOut: 'stays' },
    'reloaded for missing code': { name: /^fieldbook\.reloaded-for-code$/, atSignOut: 'goes' },
    'reloaded for a lost first script': {
      name: /^fieldbook\.reloaded-for-loss$/,
      atSignOut: 'goes',
    },
    'half-typed text': { name: /^fieldbook\.half-typed$/, atSignOut: 'goes' },
    'state of clerk-js': { name: /^(__clerk|clerk)[_.:-]/, atSignOut: 'goes' },
    analytics: { name: /^(__)?ph_/, atSignOut: 'goes' },
    'error reports': { name: /^sentryReplaySession$/, atSignOut: 'goes' },
  }),
  ...all('cache', {
    // The app opens offline only with these three; they are the same for all users.
    'the app itself': { name: /^workbox-precache-v2-/, atSignOut: 'stays' },
    // Version 1 held typed text; sign-out deletes it on a device whose older worker still fills it.
    'catalogues of filters, with what users typed': {
      name: /^fieldbook-catalogues-v1$/,
      atSignOut: 'goes',
    },
    'catalogues of filters': { name: /^fieldbook-catalogues-v\d+$/, atSignOut: 'stays' },
    'clerk-js': { name: /^fieldbook-clerk-js-v\d+$/, atSignOut: 'stays' },
    'the code of the map': { name: /^fieldbook-map-v\d+$/, atSignOut: 'stays' },
    // The same for all users; without a connection no map is drawn without it.
    'the base map': { name: /^fieldbook-base-map-v\d+$/, atSignOut: 'stays' },
    'alerts of this device, and their messages': {
      name: /^fieldbook-data-push$/,
      atSignOut: 'goes',
    },
    'a file shared with the app': { name: /^fieldbook-data-shared$/, atSignOut: 'goes' },
    'files being uploaded, replies to a person': { name: /^fieldbook-data-/, atSignOut: 'goes' },
  }),
  ...all('cookie', {
    // Identifies this browser to a development instance of Clerk, as the HttpOnly `__client` does in production: ending the session needs
    // it.
    'browser of a Clerk trial': { name: /^__clerk_db_jwt(_[\w-]+)?$/, atSignOut: 'stays' },
    session: { name: /^__session(_[\w-]+)?$/, atSignOut: 'goes' },
    'time of the last sign-in': { name: /^__client_uat(_[\w-]+)?$/, atSignOut: 'goes' },
    'active organisation': { name: /^clerk_active_context$/, atSignOut: 'goes' },
    'steps of clerk-js': { name: /^__clerk_/, atSignOut: 'goes' },
    analytics: { name: /^ph_/, atSignOut: 'goes' },
    'the chat': {
      name: /^(hubspotutk|messagesUtk|__hs(tc|sc|src)|hs-messages-.*)$/,
      atSignOut: 'goes',
    },
  }),
]

export const storeOf = (kind: StoreKind, name: string): DeviceStore | undefined =>
  deviceStores.find((store) => store.kind === kind && store.name.test(name))

/** Whether a name stays at sign-out; an unknown name goes. */
export const atSignOut = (kind: StoreKind, name: string): DeviceStore['atSignOut'] =>
  storeOf(kind, name)?.atSignOut ?? 'goes'
