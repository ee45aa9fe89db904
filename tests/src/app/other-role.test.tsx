import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PlanGate } from '../../../src/app/plan-gate.tsx'
import { screenAt } from '../../../src/app/routes.tsx'
import { session } from '../../../src/session/session.ts'
import { signedInSession } from '../../kit/session/people.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const visit = (path: string, check = async (): Promise<void> => undefined) => {
  act(() => session.update(signedInSession({ revalidate: check }, { role: 'other' }).current()))
  const gated = (
    <PlanGate screen={screenAt(path)}>
      <p>The screen</p>
    </PlanGate>
  )
  const refused = () => Promise.reject(new Error('403'))
  show(gated, fakeApi({ activePlan: refused, customerInfo: refused }), path)
}

it.each(['/dashboard', '/dashboard/users', '/dashboard/plan-selection', '/dashboard/nowhere'])(
  'a user of another role sees at %s which admin to ask, and nothing of the app',
  (path) => {
    visit(path)
    expect(
      screen.getByRole('heading', { name: 'Your role doesn’t include Fieldbook' }),
    ).toBeTruthy()
    expect(screen.getByText(/Ask an admin of Harbour Advisory\./)).toBeTruthy()
    expect(screen.queryByText('The screen')).toBeNull()
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy()
  },
)

it.each(['/dashboard/select-customer', '/dashboard/create-company'])(
  'a user of another role can still change the company at %s',
  (path) => {
    visit(path)
    expect(screen.getByText('The screen')).toBeTruthy()
  },
)

it('a user of another role can check again, and enters the app with a new role', async () => {
  visit('/dashboard', async () =>
    session.update(signedInSession({}, { role: 'standard' }).current()),
  )
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click())
  expect(screen.queryByRole('heading', { name: 'Your role doesn’t include Fieldbook' })).toBeNull()
})
