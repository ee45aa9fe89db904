import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { IdentityProvider } from '../../../src/session/identity-provider.tsx'
import { AccountScreen, SignInScreen } from '../../../src/session/screens.tsx'
import { session } from '../../../src/session/session.ts'
import { slots } from '../../../src/session/slots.ts'
import { useIdentity } from '../../../src/session/use-identity.ts'
import { aDevice, signedInSession } from '../../kit/session/people.ts'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

test('a screen of Clerk has a slot from the first paint, and its fallback until Clerk has loaded', () => {
  const { unmount } = render(<SignInScreen fallback={<p>Loading</p>} />)
  expect(slots.current()).toMatchObject([{ screen: 'sign-in' }])
  expect(screen.queryByText('Loading')).not.toBeNull()

  act(() => session.update({ service: signedInSession().current().service }))
  expect(screen.queryByText('Loading')).toBeNull()
  unmount()
  expect(slots.current()).toEqual([])
})

test('a screen of Clerk keeps its slot when its parent renders again', () => {
  const { rerender, unmount } = render(<SignInScreen fallback={<p>Loading</p>} />)
  const before = slots.current()
  rerender(<SignInScreen fallback={<p>Loading</p>} />)
  expect(slots.current()).toBe(before)
  unmount()
})

test('several screens of Clerk have a slot each', () => {
  const { unmount } = render(
    <>
      <AccountScreen />
      <AccountScreen />
    </>,
  )
  const [first, second] = slots.current()
  expect(first?.node).not.toBe(second?.node)
  expect(first?.id).not.toBe(second?.id)
  unmount()
})

test('the app renders without page settings, and says why no user can sign in', () => {
  const { unmount } = render(
    <IdentityProvider
      boot={null}
      trouble="The settings are missing."
      navigate={() => undefined}
      device={aDevice()}
    >
      <IdentityProbe />
    </IdentityProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe('loading The settings are missing.')
  unmount()
})

function IdentityProbe() {
  const { state, trouble } = useIdentity()
  return (
    <output>
      {state} {trouble}
    </output>
  )
}
