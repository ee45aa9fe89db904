import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFollower, type Device, type Word } from '../../../src/session/follow.ts'
import {
  lastKnownAfter,
  lastKnownKey,
  readLastKnown,
  writeLastKnown,
  type Person,
} from '../../../src/session/last-known.ts'
import { graceHoursOf, storeGraceHours } from '../../../src/offline/offline-grace.ts'
import { createSession } from '../../../src/session/session.ts'
import { aDevice, alexAsPerson, anHour } from '../../kit/session/people.ts'

const sam: Person = {
  ...alexAsPerson,
  userId: 'user_2',
  sessionId: 'sess_2',
  name: 'Sam',
  email: 'sam@harbour.example',
}
const says = (person: Person | null, status: Word['status'] = 'ready'): Word => ({
  status,
  signedIn: person !== null,
  person,
})
const unreached: Word = { status: 'error', signedIn: null, person: null }

/** A page on a device, with everything around it in the test's hands. */
const aPage = (changes: Partial<Device> = {}) => {
  const around = { now: 1_800_000_000_000, online: true, cookies: '__client_uat=1795173219' }
  const session = createSession()
  const leave = vi.fn<Device['leave']>(async () => undefined)
  const forgotten: string[] = []
  const device = aDevice({
    leave,
    forgetOrganisation: async (userId, orgId) => void forgotten.push(`${userId}.${orgId}`),
    ...changes,
  })
  const follower = createFollower({
    session,
    device,
    now: () => around.now,
    online: () => around.online,
    cookies: () => around.cookies,
  })
  return { around, session, follower, leave, forgotten, who: () => session.current().identity }
}

/** What an earlier visit left on this device. */
const visitedBy = (person: Person, at = 1_800_000_000_000): void =>
  writeLastKnown(lastKnownAfter(null, person, at))

beforeEach(() => localStorage.clear())

describe('a start', () => {
  it('shows the last known person before Clerk has said a word', () => {
    visitedBy(alexAsPerson)
    const { follower, who, session } = aPage()
    follower.begin()
    expect(who()).toMatchObject({ mode: 'degraded', name: 'Alex', orgId: 'org_1', trouble: null })
    expect(session.current().memberships).toHaveLength(2)
  })

  it('shows whom the service named before its own code had come, and keeps them as known', () => {
    const { follower, who } = aPage()
    follower.begin()
    expect(who().state).toBe('loading')
    follower.meet(alexAsPerson)
    expect(who()).toMatchObject({ mode: 'degraded', name: 'Alex', orgId: 'org_1', trouble: null })
    expect(readLastKnown()).toMatchObject({ userId: alexAsPerson.userId })
    follower.hear(says(alexAsPerson))
    expect(who().mode).toBe('live')
  })

  it('believes the early answer no longer once somebody is known, the service has spoken or a sign-out is owed', () => {
    visitedBy(sam)
    const known = aPage()
    known.follower.begin()
    known.follower.meet(alexAsPerson)
    expect(known.who().name).toBe('Sam')

    localStorage.clear()
    const woken = aPage()
    woken.follower.begin()
    visitedBy(sam)
    woken.follower.meet(alexAsPerson)
    expect(readLastKnown()).toMatchObject({ userId: sam.userId, toForget: [] })

    localStorage.clear()
    const left = aPage()
    left.follower.begin()
    left.around.cookies = '__client_uat=0'
    left.follower.meet(alexAsPerson)
    expect([left.who().state, readLastKnown()]).toEqual(['loading', null])

    const spoken = aPage()
    spoken.follower.begin()
    spoken.follower.hear(says(null))
    spoken.follower.meet(alexAsPerson)
    expect(spoken.who().state).toBe('signed-out')

    const owing = aPage({ signOutPending: () => true })
    owing.follower.begin()
    owing.follower.meet(alexAsPerson)
    expect(owing.who().state).toBe('signed-out')
    expect(readLastKnown()).toBeNull()
  })

  it('becomes live with the word of Clerk, without anything else changing', () => {
    visitedBy(alexAsPerson)
    const { follower, who } = aPage()
    follower.begin()
    const before = who()
    follower.hear(says(alexAsPerson))
    expect(who()).toEqual({ ...before, mode: 'live' })
  })

  it('keeps showing the person and says why when Clerk cannot be had', () => {
    visitedBy(alexAsPerson)
    const { follower, who } = aPage()
    follower.begin()
    follower.hear(unreached)
    expect(who()).toMatchObject({
      mode: 'degraded',
      trouble: 'We can’t check your login right now. Trying again.',
    })
  })

  it('shows what is last known instead of what clerk-js makes up from a cookie', () => {
    visitedBy(alexAsPerson)
    const { follower, who } = aPage()
    follower.begin()
    follower.hear(says({ ...alexAsPerson, name: '', email: null, memberships: [] }, 'degraded'))
    expect(who()).toMatchObject({ mode: 'degraded', name: 'Alex', email: 'alex@harbour.example' })
    expect(readLastKnown()?.name).toBe('Alex')
  })

  it('never writes down what clerk-js made up', () => {
    const { follower, who } = aPage()
    follower.begin()
    follower.hear(says(alexAsPerson, 'degraded'))
    expect(who()).toMatchObject({ mode: 'degraded', userId: 'user_1' })
    expect(localStorage.length).toBe(0)
  })

  it('is read-only 72 h after the last confirmation, and when the session has ended', () => {
    visitedBy(alexAsPerson)
    const { follower, who, around } = aPage()
    follower.begin()
    around.now += 72 * anHour + 1
    follower.look()
    expect(who()).toMatchObject({
      mode: 'read-only',
      trouble: 'We haven’t been able to check your login for 3 days.',
    })
    around.now = alexAsPerson.expireAt
    follower.look()
    expect(who().trouble).toContain('has expired')
    follower.hear(says(alexAsPerson))
    expect(who()).toMatchObject({ mode: 'live', trouble: null })
  })
})

describe('the grace that an organisation chose', () => {
  it.each([
    [24, '24 hours'],
    [1, 'an hour'],
    [168, '7 days'],
  ])(
    'of %i h locks a device that long after the last confirmation, not before, and says %s',
    (hours, words) => {
      visitedBy(alexAsPerson)
      storeGraceHours(alexAsPerson, hours)
      const { follower, who, around } = aPage()
      around.online = false
      follower.begin()
      around.now += hours * anHour
      follower.look()
      expect(who().mode).toBe('degraded')
      around.now += 1
      follower.look()
      expect(who()).toMatchObject({
        mode: 'read-only',
        trouble: `We haven’t been able to check your login for ${words}.`,
      })
    },
  )

  it('is its own: another organisation of the same user has 72 h', () => {
    visitedBy(alexAsPerson)
    storeGraceHours({ ...alexAsPerson, orgId: 'org_2' }, 1)
    const { follower, who, around } = aPage()
    follower.begin()
    around.now += 72 * anHour
    follower.look()
    expect(who().mode).toBe('degraded')
  })

  it('is 72 h where what is stored cannot be read', () => {
    for (const stored of ['', '0', '-3', 'soon', '2.5']) {
      localStorage.setItem('fieldbook.offline-grace.user_1.org_1', stored)
      expect(graceHoursOf(alexAsPerson)).toBe(72)
    }
  })
})

it('a confirmation renews a record that a clock, set back since, left in the future', () => {
  visitedBy(alexAsPerson)
  const { follower, around } = aPage()
  follower.begin()
  around.now -= 48 * anHour
  follower.confirmed()
  expect(readLastKnown()?.verifiedAt).toBe(around.now)
})

describe('a false "signed out"', () => {
  it.each<[string, Word, boolean]>([
    ['said without a network', says(null), false],
    ['of a service in trouble', says(null, 'degraded'), true],
    ['while nothing was said', { ...unreached, status: 'degraded' }, true],
  ])('wipes nothing and signs nobody out: %s', (_, word, online) => {
    visitedBy(alexAsPerson)
    const { follower, who, around, leave } = aPage()
    follower.begin()
    around.online = online
    around.cookies = '__client_uat=0'
    follower.hear(word)
    expect(who()).toMatchObject({ mode: 'degraded', name: 'Alex' })
    expect(leave).not.toHaveBeenCalled()
    expect(readLastKnown()).not.toBeNull()
  })

  it('does not become true when the network is back: it has to be said again', () => {
    visitedBy(alexAsPerson)
    const { follower, who, around, leave } = aPage()
    follower.begin()
    around.online = false
    follower.hear(says(null))
    around.online = true
    follower.look()
    expect(who()).toMatchObject({ mode: 'degraded' })
    expect(leave).not.toHaveBeenCalled()
    follower.hear(says(null))
    expect(who().state).toBe('signed-out')
    expect(leave).toHaveBeenCalledOnce()
  })
})

describe('a true "signed out"', () => {
  it('shows nobody at once and leaves the device, once', () => {
    visitedBy(alexAsPerson)
    const { follower, who, leave } = aPage()
    follower.begin()
    follower.hear(says(alexAsPerson))
    follower.hear(says(null))
    follower.hear(says(null))
    follower.look()
    expect(who().state).toBe('signed-out')
    expect(readLastKnown()).toBeNull()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('leaves a device whose record was damaged', () => {
    localStorage.setItem(lastKnownKey, '{')
    const { follower, leave } = aPage()
    follower.begin()
    follower.hear(says(null))
    expect(leave).toHaveBeenCalledOnce()
  })

  it('is not assumed where nobody is known and the service is not reached: it says so and deletes nothing', () => {
    localStorage.setItem(lastKnownKey, '{')
    const { follower, who, around, leave } = aPage()
    around.cookies = ''
    follower.begin()
    follower.hear(says(null, 'degraded'))
    expect(who()).toMatchObject({ state: 'signed-out' })
    expect(who().trouble).toContain('can’t check your login')
    expect(leave).not.toHaveBeenCalled()
    follower.hear(says(null))
    expect(who()).toMatchObject({ state: 'signed-out', trouble: null })
  })

  it('said once is no word about the next person, who signs in in another tab', () => {
    const { follower, leave } = aPage()
    follower.begin()
    follower.hear(says(null))
    visitedBy(sam)
    follower.look()
    follower.hear(says(null))
    expect(leave).not.toHaveBeenCalled()
    expect(readLastKnown()?.userId).toBe(sam.userId)
    follower.hear(says(sam))
    follower.hear(says(null))
    expect(leave).toHaveBeenCalledOnce()
  })

  it('leaves nothing where nobody was ever known', () => {
    const { follower, who, leave } = aPage()
    follower.begin()
    follower.hear(says(null))
    expect(who().state).toBe('signed-out')
    expect(leave).not.toHaveBeenCalled()
  })
})

describe('a sign-out that is still owed', () => {
  it('shows nobody, whatever this device and Clerk still know, and writes nothing', () => {
    visitedBy(alexAsPerson)
    let owed = true
    const { follower, who } = aPage({ signOutPending: () => owed })
    follower.begin()
    expect(who()).toMatchObject({ state: 'signed-out', userId: null })
    localStorage.clear()
    follower.hear(says(alexAsPerson))
    expect(who()).toMatchObject({ state: 'signed-out', userId: null })
    expect(localStorage.length).toBe(0)
    owed = false
    follower.hear(says(sam))
    expect(who()).toMatchObject({ mode: 'live', name: 'Sam' })
  })
})

describe('another person than the last known one', () => {
  it('is never shown as the other, and what the other kept is forgotten', async () => {
    visitedBy(alexAsPerson)
    const { follower, session, who, forgotten } = aPage()
    follower.begin()
    follower.hear(says({ ...sam, name: '', memberships: [] }, 'degraded'))
    expect(who()).toMatchObject({ userId: 'user_2', name: '', mode: 'degraded' })
    expect(forgotten).toEqual([])
    follower.hear(says(sam))
    expect(who()).toMatchObject({ userId: 'user_2', name: 'Sam', mode: 'live' })
    await vi.waitFor(() => expect(readLastKnown()?.toForget).toEqual([]))
    expect(forgotten).toEqual(['user_1.org_1', 'user_1.org_2'])
    expect(session.current().memberships).toEqual(sam.memberships)
  })

  it('is still forgotten when the page was closed before it was done', async () => {
    visitedBy(alexAsPerson)
    const killed = aPage({ forgetOrganisation: () => new Promise(() => undefined) })
    killed.follower.begin()
    killed.follower.hear(says(sam))
    const { follower, who, forgotten } = aPage()
    follower.begin()
    expect(who()).toMatchObject({ userId: 'user_2' })
    await vi.waitFor(() => expect(forgotten).toEqual(['user_1.org_1', 'user_1.org_2']))
  })
})

describe('removed from an organisation', () => {
  it('the person is in none, and what it kept is forgotten, at the next word of Clerk', async () => {
    visitedBy(alexAsPerson)
    const { follower, who, forgotten } = aPage()
    follower.begin()
    const left = alexAsPerson.memberships.slice(1)
    follower.hear(
      says({ ...alexAsPerson, orgId: null, role: null, orgName: null, memberships: left }),
    )
    expect(who()).toMatchObject({ mode: 'live', orgId: null })
    await vi.waitFor(() => expect(forgotten).toEqual(['user_1.org_1']))
  })
})

describe('while one works', () => {
  const working = () => {
    const page = aPage()
    page.follower.begin()
    page.follower.hear(says(alexAsPerson))
    return page
  }

  it('a token that does not come means not live, whatever the browser says; one that comes means live', () => {
    const { follower, who } = working()
    follower.unanswered()
    expect(who()).toMatchObject({ mode: 'degraded' })
    follower.confirmed()
    expect(who()).toMatchObject({ mode: 'live', trouble: null })
  })

  it('a network that goes and comes back is followed', () => {
    const { follower, who, around } = working()
    around.online = false
    follower.look()
    expect(who()).toMatchObject({ mode: 'degraded' })
    around.online = true
    follower.look()
    expect(who()).toMatchObject({ mode: 'live' })
  })

  it('tokens bring the hour of the record up to date, and never bring back a record that is gone', () => {
    const { follower, around } = working()
    around.now += anHour
    follower.confirmed()
    expect(readLastKnown()?.verifiedAt).toBe(around.now)
    localStorage.clear()
    around.now += anHour
    follower.confirmed()
    expect(localStorage.length).toBe(0)
    aPage().follower.confirmed()
    expect(localStorage.length).toBe(0)
  })

  it('Clerk moving from one state to the next is no news', () => {
    const { follower, who } = working()
    follower.hear({ status: 'ready', signedIn: null, person: null })
    expect(who()).toMatchObject({ mode: 'live', name: 'Alex' })
  })

  it('nobody is told of what did not change', () => {
    const { follower, session } = working()
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    follower.hear(says({ ...alexAsPerson }))
    follower.look()
    expect(listener).not.toHaveBeenCalled()
  })
})
