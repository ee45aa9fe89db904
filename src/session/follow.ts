import { isOlderThan } from '../offline/age.ts'
import { graceHoursOf, graceInWords } from '../offline/offline-grace.ts'
import { nobody, type Identity, type SignedIn } from './identity.ts'
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

/** What the sign-in service says at one moment. */
export type Word = {
  status: ClerkStatus
  /** Null while it has said nothing. */
  signedIn: boolean | null
  /** Whom it names; where `status` is not 'ready' no more than what cookies tell. */
  person: Person | null
  /** A sentence for the person where waiting alone does not help. */
  trouble?: string
}

/** What becomes of the things this device keeps. */
export type Device = {
  /** This device is being left: until that is done nobody is shown. */
  signOutPending: () => boolean
  /** The session is over: deletes all that is kept here. */
  leave: () => Promise<unknown>
  forgetOrganisation: (userId: string, orgId: string) => Promise<void>
  /** Ends the session that this device still owes the service an end of; nothing to do where none is owed. */
  settle: (revoke: () => Promise<void>) => Promise<void>
}

export type World = {
  session: Session
  device: Device
  storage?: Storage
  now?: () => number
  online?: () => boolean
  cookies?: () => string
}

/** Decides who uses the page from what this device knows and what the sign-in service says, and tells the session. */
export type Follower = {
  /** Draws from the last known identity; at once, so that the first paint already shows the person. */
  begin: () => void
  hear: (word: Word) => void
  /** The service named a person before its own code had come: they are known as from an earlier visit. */
  meet: (person: Person) => void
  /** A token came: the person is confirmed. */
  confirmed: () => void
  /** No token came in time: the service is not reached, whatever the browser says about the network. */
  unanswered: () => void
  /** This device signed out and the service is yet to be told. */
  owesSignOut: () => boolean
  /** Something outside may have changed: the network, the hour, a sign-out in another tab. */
  look: () => void
}

export const UNREACHABLE = 'We can’t check your login right now. Trying again.'
const ENDING = 'You’re logged out. You’ll need a connection to log in again.'
const oldAfter = (hours: number): string =>
  `We haven’t been able to check your login for ${graceInWords(hours)}.`
const ENDED = 'Your login has expired. You need a connection to renew it.'

const SILENT: Word = { status: 'loading', signedIn: null, person: null }
// How often a confirmation is written down: often enough to count hours by.
const NOTE_MS = 60_000

export function createFollower(world: World): Follower {
  const { session, device, storage } = world
  const now = world.now ?? Date.now
  const isOnline = world.online ?? (() => navigator.onLine)
  const cookies = world.cookies ?? (() => document.cookie)
  let known: LastKnown | null = null
  let word = SILENT
  let answering = true
  let forgetting = false
  // What was said once about one person is no word about the next, who may have signed in in another tab since.
  let ended = false

  const look = (): void => {
    if (device.signOutPending()) known = null
    const named = word.person
    const mine = named === null || named.userId === known?.userId ? known : null
    const graceHours = graceHoursOf(
      { userId: mine?.userId ?? null, orgId: mine?.orgId ?? null },
      storage,
    )
    const mode = modeOf({
      lastKnown: mine,
      clerkStatus: word.status,
      clerkSaysSignedIn: word.signedIn,
      cookieSpeaksOfSession: mayHaveSession(cookies()),
      online: isOnline() && answering,
      signOutPending: device.signOutPending(),
      graceHours,
      now: now(),
    })
    switch (mode) {
      case 'live':
        return show(named, 'live', null)
      case 'degraded':
        return show(mine ?? named, mode, silence())
      case 'read-only':
        return show(
          mine,
          mode,
          mine !== null && now() >= mine.expireAt ? ENDED : oldAfter(graceHours),
        )
      case 'loading':
        return tell(nobody('loading', silence()), [])
      case 'sign-out-pending':
        return tell(nobody('signed-out', ENDING), [])
      case 'signed-out':
        return gone()
    }
  }

  const silence = (): string | null => {
    if (word.trouble !== undefined) return word.trouble
    return word.status === 'loading' && isOnline() ? null : UNREACHABLE
  }

  const show = (person: Person | null, mode: SignedIn['mode'], trouble: string | null): void => {
    if (person === null) return tell(nobody('loading', trouble), [])
    const { userId, sessionId, orgId, role, orgName, name, email, imageUrl } = person
    const shown = { userId, sessionId, orgId, role, orgName, name, email, imageUrl }
    tell({ state: 'signed-in', mode, ...shown, trouble }, person.memberships)
  }

  const tell = (identity: Identity, memberships: Person['memberships']): void => {
    const before = session.current()
    const change = {
      ...(same(before.identity, identity) ? {} : { identity }),
      ...(same(before.memberships, memberships) ? {} : { memberships }),
    }
    if (Object.keys(change).length > 0) session.update(change)
  }

  const gone = (): void => {
    // Nobody was ever known here; but nobody said so either.
    if (word.status !== 'ready') return tell(nobody('signed-out', silence()), [])
    if (ended) return tell(nobody('signed-out'), [])
    ended = true
    const had = known !== null || hasLastKnown(storage)
    known = null
    dropLastKnown(storage)
    tell(nobody('signed-out'), [])
    if (had) void device.leave()
  }

  const remember = (person: Person): void => {
    ended = false
    const before = known ?? readLastKnown(storage)
    known = lastKnownAfter(before, person, now())
    writeLastKnown(known, storage)
    void forget()
  }

  const forget = async (): Promise<void> => {
    if (forgetting) return
    forgetting = true
    for (let place = known?.toForget[0]; place !== undefined; place = known?.toForget[0]) {
      const { userId, orgId } = place
      await device.forgetOrganisation(userId, orgId)
      if (known === null || device.signOutPending()) break
      const toForget = known.toForget.filter((one) => !same(one, place))
      known = { ...known, toForget }
      writeLastKnown(known, storage)
    }
    forgetting = false
  }

  return {
    look,
    owesSignOut: device.signOutPending,
    begin: () => {
      known = device.signOutPending() ? null : readLastKnown(storage)
      void forget()
      look()
    },
    hear: (next) => {
      // On its way from one state to the next clerk-js knows nothing for a moment; that is no news about who is here.
      const passing = next.signedIn === null && next.status === 'ready'
      if (passing && session.current().identity.state === 'signed-in') return
      // Said without a network it is no word of the service, and does not become one when the network is back.
      const made = next.signedIn === false && !isOnline()
      word = made && next.status === 'ready' ? { ...next, status: 'degraded' } : next
      if (word.status === 'ready' && word.signedIn !== null && isOnline()) answering = true
      const live = word.status === 'ready' && word.signedIn === true && isOnline()
      if (live && word.person !== null && !device.signOutPending()) remember(word.person)
      look()
    },
    meet: (person) => {
      // A page that was put to sleep may hear of somebody who has signed out since, or after another tab learnt who is here.
      if (!mayHaveSession(cookies()) || hasLastKnown(storage)) return
      if (word.signedIn !== null || known !== null || device.signOutPending()) return
      remember(person)
      look()
    },
    confirmed: () => {
      const healed = !answering
      answering = true
      const kept = readLastKnown(storage)
      // Another tab may have written a newer record, or deleted it: only the hour is brought up to date.
      const isMine = kept !== null && kept.userId === known?.userId
      if (isMine && isOlderThan(NOTE_MS, kept.verifiedAt, now()))
        writeLastKnown({ ...kept, verifiedAt: now() }, storage)
      if (known !== null) known = { ...known, verifiedAt: now() }
      if (healed) look()
    },
    unanswered: () => {
      if (!answering) return
      answering = false
      look()
    },
  }
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
