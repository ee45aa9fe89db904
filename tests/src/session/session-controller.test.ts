import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createSessionController,
  type Device,
  type AuthSignal,
} from '../../../src/session/session-controller.ts'
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
const says = (person: Person | null, status: AuthSignal['status'] = 'ready'): AuthSignal => ({
  status,
  signedIn: person !== null,
  person,
})
const unreached: AuthSignal = { status: 'error', signedIn: null, person: null }

const aPage = (changes: Partial<Device> = {}) => {
  const around = { now: 1_800_000_000_000, online: true, cookies: '__client_uat=1795173219' }
  const session = createSession()
  const wipeDevice = vi.fn<Device['wipeDevice']>(async () => undefined)
  const forgotten: string[] = []
  const device = aDevice({
    wipeDevice,
    forgetOrganisation: async (userId, orgId) => void forgotten.push(`${userId}.${orgId}`),
    ...changes,
  })
  const controller = createSessionController({
    session,
    device,
    now: () => around.now,
    online: () => around.online,
    cookies: () => around.cookies,
  })
  return {
    around,
    session,
    controller,
    wipeDevice,
    forgotten,
    readIdentity: () => session.current().identity,
  }
}

const visitedBy = (person: Person, at = 1_800_000_000_000): void =>
  writeLastKnown(lastKnownAfter(null, person, at))

beforeEach(() => localStorage.clear())

describe('a start', () => {
  it('shows the last known user before Clerk answers', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity, session } = aPage()
    controller.start()
    expect(readIdentity()).toMatchObject({
      mode: 'degraded',
      name: 'Alex',
      orgId: 'org_1',
      trouble: null,
    })
    expect(session.current().memberships).toHaveLength(2)
  })

  it('shows the user of the early answer, and stores them as known', () => {
    const { controller, readIdentity } = aPage()
    controller.start()
    expect(readIdentity().state).toBe('loading')
    controller.acceptEarlyPerson(alexAsPerson)
    expect(readIdentity()).toMatchObject({
      mode: 'degraded',
      name: 'Alex',
      orgId: 'org_1',
      trouble: null,
    })
    expect(readLastKnown()).toMatchObject({ userId: alexAsPerson.userId })
    controller.receiveSignal(says(alexAsPerson))
    expect(readIdentity().mode).toBe('live')
  })

  it('ignores the early answer if a user is known, the service has answered or a sign-out is pending', () => {
    visitedBy(sam)
    const known = aPage()
    known.controller.start()
    known.controller.acceptEarlyPerson(alexAsPerson)
    expect(known.readIdentity().name).toBe('Sam')

    localStorage.clear()
    const woken = aPage()
    woken.controller.start()
    visitedBy(sam)
    woken.controller.acceptEarlyPerson(alexAsPerson)
    expect(readLastKnown()).toMatchObject({ userId: sam.userId, toForget: [] })

    localStorage.clear()
    const left = aPage()
    left.controller.start()
    left.around.cookies = '__client_uat=0'
    left.controller.acceptEarlyPerson(alexAsPerson)
    expect([left.readIdentity().state, readLastKnown()]).toEqual(['loading', null])

    const spoken = aPage()
    spoken.controller.start()
    spoken.controller.receiveSignal(says(null))
    spoken.controller.acceptEarlyPerson(alexAsPerson)
    expect(spoken.readIdentity().state).toBe('signed-out')

    const owing = aPage({ signOutPending: () => true })
    owing.controller.start()
    owing.controller.acceptEarlyPerson(alexAsPerson)
    expect(owing.readIdentity().state).toBe('signed-out')
    expect(readLastKnown()).toBeNull()
  })

  it('becomes live when Clerk confirms the user, without another change', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity } = aPage()
    controller.start()
    const before = readIdentity()
    controller.receiveSignal(says(alexAsPerson))
    expect(readIdentity()).toEqual({ ...before, mode: 'live' })
  })

  it('keeps showing the user and says why if Clerk is unreachable', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity } = aPage()
    controller.start()
    controller.receiveSignal(unreached)
    expect(readIdentity()).toMatchObject({
      mode: 'degraded',
      trouble: 'We can’t check your login right now. Trying again.',
    })
  })

  it('shows the last known user instead of what clerk-js guesses from a cookie', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity } = aPage()
    controller.start()
    controller.receiveSignal(
      says({ ...alexAsPerson, name: '', email: null, memberships: [] }, 'degraded'),
    )
    expect(readIdentity()).toMatchObject({
      mode: 'degraded',
      name: 'Alex',
      email: 'alex@harbour.example',
    })
    expect(readLastKnown()?.name).toBe('Alex')
  })

  it('never stores what clerk-js guesses', () => {
    const { controller, readIdentity } = aPage()
    controller.start()
    controller.receiveSignal(says(alexAsPerson, 'degraded'))
    expect(readIdentity()).toMatchObject({ mode: 'degraded', userId: 'user_1' })
    expect(localStorage.length).toBe(0)
  })

  it('is read-only 72 h after the last confirmation, and after the session has expired', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity, around } = aPage()
    controller.start()
    around.now += 72 * anHour + 1
    controller.reevaluate()
    expect(readIdentity()).toMatchObject({
      mode: 'read-only',
      trouble: 'We haven’t been able to check your login for 3 days.',
    })
    around.now = alexAsPerson.expireAt
    controller.reevaluate()
    expect(readIdentity().trouble).toContain('has expired')
    controller.receiveSignal(says(alexAsPerson))
    expect(readIdentity()).toMatchObject({ mode: 'live', trouble: null })
  })
})

describe('the grace period that an organisation chose', () => {
  it.each([
    [24, '24 hours'],
    [1, 'an hour'],
    [168, '7 days'],
  ])(
    'of %i h makes a device read-only that long after the last confirmation, not before, and says %s',
    (hours, text) => {
      visitedBy(alexAsPerson)
      storeGraceHours(alexAsPerson, hours)
      const { controller, readIdentity, around } = aPage()
      around.online = false
      controller.start()
      around.now += hours * anHour
      controller.reevaluate()
      expect(readIdentity().mode).toBe('degraded')
      around.now += 1
      controller.reevaluate()
      expect(readIdentity()).toMatchObject({
        mode: 'read-only',
        trouble: `We haven’t been able to check your login for ${text}.`,
      })
    },
  )

  it('applies to that organisation only: another organisation of the user has 72 h', () => {
    visitedBy(alexAsPerson)
    storeGraceHours({ ...alexAsPerson, orgId: 'org_2' }, 1)
    const { controller, readIdentity, around } = aPage()
    controller.start()
    around.now += 72 * anHour
    controller.reevaluate()
    expect(readIdentity().mode).toBe('degraded')
  })

  it('is 72 h if the stored value is invalid', () => {
    for (const stored of ['', '0', '-3', 'soon', '2.5']) {
      localStorage.setItem('fieldbook.offline-grace.user_1.org_1', stored)
      expect(graceHoursOf(alexAsPerson)).toBe(72)
    }
  })
})

it('a confirmation renews a record whose time is in the future because the clock was set back', () => {
  visitedBy(alexAsPerson)
  const { controller, around } = aPage()
  controller.start()
  around.now -= 48 * anHour
  controller.markConfirmed()
  expect(readLastKnown()?.verifiedAt).toBe(around.now)
})

describe('a false "signed out"', () => {
  it.each<[string, AuthSignal, boolean]>([
    ['without a network', says(null), false],
    ['of a failing service', says(null, 'degraded'), true],
    ['without an answer', { ...unreached, status: 'degraded' }, true],
  ])('wipes nothing and signs no user out: %s', (_, signal, online) => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity, around, wipeDevice } = aPage()
    controller.start()
    around.online = online
    around.cookies = '__client_uat=0'
    controller.receiveSignal(signal)
    expect(readIdentity()).toMatchObject({ mode: 'degraded', name: 'Alex' })
    expect(wipeDevice).not.toHaveBeenCalled()
    expect(readLastKnown()).not.toBeNull()
  })

  it('does not become true when the network returns, only when the service confirms it', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity, around, wipeDevice } = aPage()
    controller.start()
    around.online = false
    controller.receiveSignal(says(null))
    around.online = true
    controller.reevaluate()
    expect(readIdentity()).toMatchObject({ mode: 'degraded' })
    expect(wipeDevice).not.toHaveBeenCalled()
    controller.receiveSignal(says(null))
    expect(readIdentity().state).toBe('signed-out')
    expect(wipeDevice).toHaveBeenCalledOnce()
  })
})

describe('a true "signed out"', () => {
  it('shows no user at once, and wipes the device once', () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity, wipeDevice } = aPage()
    controller.start()
    controller.receiveSignal(says(alexAsPerson))
    controller.receiveSignal(says(null))
    controller.receiveSignal(says(null))
    controller.reevaluate()
    expect(readIdentity().state).toBe('signed-out')
    expect(readLastKnown()).toBeNull()
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('wipes a device whose record was damaged', () => {
    localStorage.setItem(lastKnownKey, '{')
    const { controller, wipeDevice } = aPage()
    controller.start()
    controller.receiveSignal(says(null))
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('deletes nothing, and says why, while no user is known and the service is unreachable', () => {
    localStorage.setItem(lastKnownKey, '{')
    const { controller, readIdentity, around, wipeDevice } = aPage()
    around.cookies = ''
    controller.start()
    controller.receiveSignal(says(null, 'degraded'))
    expect(readIdentity()).toMatchObject({ state: 'signed-out' })
    expect(readIdentity().trouble).toContain('can’t check your login')
    expect(wipeDevice).not.toHaveBeenCalled()
    controller.receiveSignal(says(null))
    expect(readIdentity()).toMatchObject({ state: 'signed-out', trouble: null })
  })

  it('does not apply to the next user, who signs in in another tab', () => {
    const { controller, wipeDevice } = aPage()
    controller.start()
    controller.receiveSignal(says(null))
    visitedBy(sam)
    controller.reevaluate()
    controller.receiveSignal(says(null))
    expect(wipeDevice).not.toHaveBeenCalled()
    expect(readLastKnown()?.userId).toBe(sam.userId)
    controller.receiveSignal(says(sam))
    controller.receiveSignal(says(null))
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('wipes nothing if no user was ever known', () => {
    const { controller, readIdentity, wipeDevice } = aPage()
    controller.start()
    controller.receiveSignal(says(null))
    expect(readIdentity().state).toBe('signed-out')
    expect(wipeDevice).not.toHaveBeenCalled()
  })
})

describe('a pending sign-out', () => {
  it('shows no user, whatever this device and Clerk know, and stores nothing', () => {
    visitedBy(alexAsPerson)
    let owed = true
    const { controller, readIdentity } = aPage({ signOutPending: () => owed })
    controller.start()
    expect(readIdentity()).toMatchObject({ state: 'signed-out', userId: null })
    localStorage.clear()
    controller.receiveSignal(says(alexAsPerson))
    expect(readIdentity()).toMatchObject({ state: 'signed-out', userId: null })
    expect(localStorage.length).toBe(0)
    owed = false
    controller.receiveSignal(says(sam))
    expect(readIdentity()).toMatchObject({ mode: 'live', name: 'Sam' })
  })
})

describe('another user than the last known', () => {
  it('is never shown as the earlier user, whose data is deleted', async () => {
    visitedBy(alexAsPerson)
    const { controller, session, readIdentity, forgotten } = aPage()
    controller.start()
    controller.receiveSignal(says({ ...sam, name: '', memberships: [] }, 'degraded'))
    expect(readIdentity()).toMatchObject({ userId: 'user_2', name: '', mode: 'degraded' })
    expect(forgotten).toEqual([])
    controller.receiveSignal(says(sam))
    expect(readIdentity()).toMatchObject({ userId: 'user_2', name: 'Sam', mode: 'live' })
    await vi.waitFor(() => expect(readLastKnown()?.toForget).toEqual([]))
    expect(forgotten).toEqual(['user_1.org_1', 'user_1.org_2'])
    expect(session.current().memberships).toEqual(sam.memberships)
  })

  it('has the data of the earlier user deleted, although the page closed before that was done', async () => {
    visitedBy(alexAsPerson)
    const killed = aPage({ forgetOrganisation: () => new Promise(() => undefined) })
    killed.controller.start()
    killed.controller.receiveSignal(says(sam))
    const { controller, readIdentity, forgotten } = aPage()
    controller.start()
    expect(readIdentity()).toMatchObject({ userId: 'user_2' })
    await vi.waitFor(() => expect(forgotten).toEqual(['user_1.org_1', 'user_1.org_2']))
  })
})

describe('a user who was removed from an organisation', () => {
  it('has no active organisation, and its data is deleted, after the next signal of Clerk', async () => {
    visitedBy(alexAsPerson)
    const { controller, readIdentity, forgotten } = aPage()
    controller.start()
    const left = alexAsPerson.memberships.slice(1)
    controller.receiveSignal(
      says({ ...alexAsPerson, orgId: null, role: null, orgName: null, memberships: left }),
    )
    expect(readIdentity()).toMatchObject({ mode: 'live', orgId: null })
    await vi.waitFor(() => expect(forgotten).toEqual(['user_1.org_1']))
  })
})

describe('a signed-in page', () => {
  const working = () => {
    const page = aPage()
    page.controller.start()
    page.controller.receiveSignal(says(alexAsPerson))
    return page
  }

  it('is degraded without a token, whatever the browser says, and live again with a token', () => {
    const { controller, readIdentity } = working()
    controller.markUnreachable()
    expect(readIdentity()).toMatchObject({ mode: 'degraded' })
    controller.markConfirmed()
    expect(readIdentity()).toMatchObject({ mode: 'live', trouble: null })
  })

  it('follows a network that is lost and returns', () => {
    const { controller, readIdentity, around } = working()
    around.online = false
    controller.reevaluate()
    expect(readIdentity()).toMatchObject({ mode: 'degraded' })
    around.online = true
    controller.reevaluate()
    expect(readIdentity()).toMatchObject({ mode: 'live' })
  })

  it('updates the time of its record with each token, and never restores a deleted record', () => {
    const { controller, around } = working()
    around.now += anHour
    controller.markConfirmed()
    expect(readLastKnown()?.verifiedAt).toBe(around.now)
    localStorage.clear()
    around.now += anHour
    controller.markConfirmed()
    expect(localStorage.length).toBe(0)
    aPage().controller.markConfirmed()
    expect(localStorage.length).toBe(0)
  })

  it('ignores the moment when clerk-js switches state', () => {
    const { controller, readIdentity } = working()
    controller.receiveSignal({ status: 'ready', signedIn: null, person: null })
    expect(readIdentity()).toMatchObject({ mode: 'live', name: 'Alex' })
  })

  it('does not notify its subscribers without a change', () => {
    const { controller, session } = working()
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    controller.receiveSignal(says({ ...alexAsPerson }))
    controller.reevaluate()
    expect(listener).not.toHaveBeenCalled()
  })
})
