import { line, showOnDevice } from '../../kit/screens/saved-searches.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { SendingFeedback } from '../../../src/app/sending-feedback.tsx'
import { UserMenu } from '../../../src/app/user-menu.tsx'
import { session } from '../../../src/session/session.ts'
import { alex } from '../../kit/session/people.ts'
import { fakeApi } from '../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const openMenu = async (role: 'standard' | 'other'): Promise<void> => {
  act(() => session.update({ identity: { ...alex, role } }))
  const api = fakeApi({})
  showOnDevice(
    <>
      <h1>Lists</h1>
      <UserMenu />
      <SendingFeedback />
    </>,
    api,
    line(api).send,
    { address: '/dashboard/list' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Open user menu' }))
  await screen.findByRole('menuitem', { name: 'Help' })
}

it('Send feedback opens over the screen, which stays as it was', async () => {
  await openMenu('standard')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Send feedback' }))
  await screen.findByRole('dialog', { name: 'Send feedback' })
  expect(screen.getByText('Lists')).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'Include a picture of this screen' })).toHaveProperty(
    'checked',
    false,
  )
  expect(location.pathname).toBe('/dashboard/list')
})

it('Send feedback is not offered to a role that has no screens', async () => {
  await openMenu('other')
  expect(screen.queryByRole('menuitem', { name: 'Send feedback' })).toBeNull()
})
