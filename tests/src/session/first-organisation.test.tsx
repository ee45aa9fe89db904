import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createNotSignedIn } from '../../../src/session/identity.ts'
import type { Service, Session } from '../../../src/session/session.ts'
import { useFirstOrganisation } from '../../../src/session/use-identity.ts'
import { signedInSession } from '../../kit/session/people.ts'

afterEach(() => vi.useRealTimers())

test('the first membership is activated once if no organisation is active', async () => {
  const activate = vi.fn<Service['activate']>(async () => undefined)
  const session = signedInSession({ activate }, { orgId: null, role: null, orgName: null })
  await show(session)
  expect(screen.getByRole('status').textContent).toBe('activating')
  expect(activate.mock.calls).toEqual([['org_1']])
})

test('an active organisation stays active', async () => {
  const activate = vi.fn<Service['activate']>(async () => undefined)
  await show(signedInSession({ activate }, { orgId: 'org_2' }))
  expect(screen.getByRole('status').textContent).toBe('settled')
  expect(activate).not.toHaveBeenCalled()
})

test('no organisation is activated for a user without memberships', async () => {
  const session = signedInSession({}, { orgId: null })
  session.update({ memberships: [] })
  await show(session)
  expect(screen.getByRole('status').textContent).toBe('none')
})

test('a failed activation is retried until the user signs out', async () => {
  vi.useFakeTimers()
  const activate = vi.fn<Service['activate']>(() => Promise.reject(new Error('network')))
  const session = signedInSession({ activate }, { orgId: null })
  await show(session)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(activate).toHaveBeenCalledTimes(2)
  await act(async () => session.update({ identity: createNotSignedIn('signed-out') }))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(activate).toHaveBeenCalledTimes(2)
})

test('an activation that Clerk overrides is retried until it holds', async () => {
  vi.useFakeTimers()
  const answers = [{ orgId: null }, { orgId: 'org_1' }]
  const activate = vi.fn<Service['activate']>(async () => {
    const { identity } = session.current()
    if (identity.state !== 'signed-in') return
    session.update({ identity: { ...identity, ...answers.shift() } })
  })
  const session: Session = signedInSession({ activate }, { orgId: null, role: null, orgName: null })
  await show(session)
  expect(screen.getByRole('status').textContent).toBe('activating')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(screen.getByRole('status').textContent).toBe('settled')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(activate).toHaveBeenCalledTimes(2)
})

async function show(session: Session) {
  document.body.replaceChildren()
  await act(async () => void render(<First session={session} />))
}

function First({ session }: { session: Session }) {
  return <output>{useFirstOrganisation(session)}</output>
}
