import { isOlderThan } from '../offline/age.ts'
import { graceHoursOf, formatGrace } from '../offline/offline-grace.ts'
import { createNotSignedIn, type Identity, type SignedIn } from './identity.ts'
import {
  dropLastKnown,
  hasLastKnown,
  lastKnownAfter,
  readLastKnown,
  writeLastKnown,
  type LastKnown,
  type Person,
} from './last-known.ts'
import { mayHaveSession, modeOf, type ClerkStatus } from './mode.ts'
import type { Session } from './session.ts'

export type AuthSignal = {
  status: ClerkStatus
  /** Null before the service's first answer. */
  signedIn: boolean | null
  /** The user it names; unless `status` is 'ready', only what cookies say. */
  person: Person | null
  /** Only if waiting does not help. */
  trouble?: string
}

export type Device = {
  /** No user is shown until the sign-out is complete. */
  signOutPending: () => boolean
  wipeDevice: () => Promise<unknown>
  forgetOrganisation: (userId: string, orgId: string) => Promise<void>
  /** Does nothing without a pending sign-out. */
  completeSignOut: (revoke: () => Promise<void>) => Promise<void>
}

export type World = {
  session: Session
  device: Device
  storage?: Storage
  now?: () => number
  online?: () => boolean
  cookies?: () => string
}

export type SessionController = {
  /** Synchronous, before the first paint. */
  start: () => void
  receiveSignal: (signal: AuthSignal) => void
  /** As if known from an earlier visit (early.ts). */
  acceptEarlyPerson: (person: Person) => void
  markConfirmed: () => void
  /** Overrides the browser's opinion of the network. */
  markUnreachable: () => void
  hasPendingSignOut: () => boolean
  /** After an outside change: network, time, or sign-out in another tab. */
  reevaluate: () => void
}

export const UNREACHABLE = 'We can’t check your login right now. Trying again.'
const ENDING = 'You’re logged out. You’ll need a connection to log in again.'
const oldAfter = (hours: number): string =>
  `We haven’t been able to check your login for ${formatGrace(hours)}.`
const ENDED = 'Your login has expired. You need a connection to renew it.'

const NO_SIGNAL: AuthSignal = { status: 'loading', signedIn: null, person: null }
// Short enough for a grace period in hours.
const NOTE_MS = 60_000

export function createSessionController(world: World): SessionController {
  const { session, device, storage } = world
  const now = world.now ?? Date.now
  const isOnline = world.online ?? (() => navigator.onLine)
  const cookies = world.cookies ?? (() => document.cookie)
  let known: LastKnown | null = null
  let signal = NO_SIGNAL
  let isReachable = true
  let isForgetting = false
  // A repeated 'signed out' must not wipe the next user, who may have signed in in another tab meanwhile.
  let ended = false

  const reevaluate = (): void => {
    if (device.signOutPending()) known = null
    const named = signal.person
    const mine = named === null || named.userId === known?.userId ? known : null
    const graceHours = graceHoursOf(
      { userId: mine?.userId ?? null, orgId: mine?.orgId ?? null },
      storage,
    )
    const mode = modeOf({
      lastKnown: mine,
      clerkStatus: signal.status,
      clerkSaysSignedIn: signal.signedIn,
      cookieSpeaksOfSession: mayHaveSession(cookies()),
      online: isOnline() && isReachable,
      signOutPending: device.signOutPending(),
      graceHours,
      now: now(),
    })
    switch (mode) {
      case 'live':
        return show(named, 'live', null)
      case 'degraded':
        return show(mine ?? named, mode, currentTrouble())
      case 'read-only':
        return show(
          mine,
          mode,
          mine !== null && now() >= mine.expireAt ? ENDED : oldAfter(graceHours),
        )
      case 'loading':
        return publish(createNotSignedIn('loading', currentTrouble()), [])
      case 'sign-out-pending':
        return publish(createNotSignedIn('signed-out', ENDING), [])
      case 'signed-out':
        return showSignedOut()
    }
  }

  const currentTrouble = (): string | null => {
    if (signal.trouble !== undefined) return signal.trouble
    return signal.status === 'loading' && isOnline() ? null : UNREACHABLE
  }

  const show = (person: Person | null, mode: SignedIn['mode'], trouble: string | null): void => {
    if (person === null) return publish(createNotSignedIn('loading', trouble), [])
    const { userId, sessionId, orgId, role, orgName, name, email, imageUrl } = person
    const shown = { userId, sessionId, orgId, role, orgName, name, email, imageUrl }
    publish({ state: 'signed-in', mode, ...shown, trouble }, person.memberships)
  }

  const publish = (identity: Identity, memberships: Person['memberships']): void => {
    const before = session.current()
    const change = {
      ...(same(before.identity, identity) ? {} : { identity }),
      ...(same(before.memberships, memberships) ? {} : { memberships }),
    }
    if (Object.keys(change).length > 0) session.update(change)
  }

  const showSignedOut = (): void => {
    // No user was ever known here, but no service has said so.
    if (signal.status !== 'ready')
      return publish(createNotSignedIn('signed-out', currentTrouble()), [])
    if (ended) return publish(createNotSignedIn('signed-out'), [])
    ended = true
    const had = known !== null || hasLastKnown(storage)
    known = null
    dropLastKnown(storage)
    publish(createNotSignedIn('signed-out'), [])
    if (had) void device.wipeDevice()
  }

  const remember = (person: Person): void => {
    ended = false
    const before = known ?? readLastKnown(storage)
    known = lastKnownAfter(before, person, now())
    writeLastKnown(known, storage)
    void forget()
  }

  const forget = async (): Promise<void> => {
    if (isForgetting) return
    isForgetting = true
    for (let owner = known?.toForget[0]; owner !== undefined; owner = known?.toForget[0]) {
      const { userId, orgId } = owner
      await device.forgetOrganisation(userId, orgId)
      if (known === null || device.signOutPending()) break
      const toForget = known.toForget.filter((other) => !same(other, owner))
      known = { ...known, toForget }
      writeLastKnown(known, storage)
    }
    isForgetting = false
  }

  return {
    reevaluate,
    hasPendingSignOut: device.signOutPending,
    start: () => {
      known = device.signOutPending() ? null : readLastKnown(storage)
      void forget()
      reevaluate()
    },
    receiveSignal: (next) => {
      // clerk-js knows no user for a moment while it switches session or organisation: ignore that signal.
      const passing = next.signedIn === null && next.status === 'ready'
      if (passing && session.current().identity.state === 'signed-in') return
      // A 'signed out' without a network is not the service's answer, and stays unconfirmed when the network returns.
      const isUnconfirmed = next.signedIn === false && !isOnline()
      signal = isUnconfirmed && next.status === 'ready' ? { ...next, status: 'degraded' } : next
      if (signal.status === 'ready' && signal.signedIn !== null && isOnline()) isReachable = true
      const live = signal.status === 'ready' && signal.signedIn === true && isOnline()
      if (live && signal.person !== null && !device.signOutPending()) remember(signal.person)
      reevaluate()
    },
    acceptEarlyPerson: (person) => {
      // A page that slept may hold a user who has signed out since, or miss a user that another tab has learnt of.
      if (!mayHaveSession(cookies()) || hasLastKnown(storage)) return
      if (signal.signedIn !== null || known !== null || device.signOutPending()) return
      remember(person)
      reevaluate()
    },
    markConfirmed: () => {
      const healed = !isReachable
      isReachable = true
      const stored = readLastKnown(storage)
      // Another tab may have replaced or deleted the record: update only its time.
      const isMine = stored !== null && stored.userId === known?.userId
      if (isMine && isOlderThan(NOTE_MS, stored.verifiedAt, now()))
        writeLastKnown({ ...stored, verifiedAt: now() }, storage)
      if (known !== null) known = { ...known, verifiedAt: now() }
      if (healed) reevaluate()
    },
    markUnreachable: () => {
      if (!isReachable) return
      isReachable = false
      reevaluate()
    },
  }
}

const same = (value: unknown, other: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(other)
