import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { links } from '../../../../contract/links.ts'
import { HelpScreen } from '../../../../src/screens/help/help-screen.tsx'
import { tours, type TourName } from '../../../../src/screens/help/tours.ts'
import { session } from '../../../../src/session/session.ts'
import { Feature } from '../../../../src/shared/members/features.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const startTour = vi.hoisted(() => vi.fn<(name: TourName) => Promise<void>>())
vi.mock('../../../../src/screens/help/tours.ts', async (original) => ({
  ...(await original<object>()),
  startTour,
}))

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const open = (role: 'admin' | 'standard', isOn = true): void => {
  act(() => session.update({ identity: { ...alex, role } }))
  show(
    <>
      <HelpScreen shortcuts={() => null} />
      <Feature name="none" otherwise={<p>Flags are known</p>}>
        never
      </Feature>
    </>,
    fakeApi({
      platformFeatures: async () => ({ features: { 'product-tours': { enabled: isOn } } }),
      customerFeatures: async () => ({ features: {} }),
    }),
    links.help(),
  )
}

it('Help starts each tour on its screen, as often as it is pressed', async () => {
  open('admin')
  await screen.findByRole('heading', { name: 'Tours' })
  for (const name of Object.keys(tours) as TourName[])
    for (const _ of [1, 2]) {
      act(() => navigate(links.help()))
      startTour.mockClear()
      fireEvent.click(screen.getByRole('button', { name: `${tours[name].title} tour` }))
      expect(location.pathname).toBe(new URL(tours[name].to, location.href).pathname)
      expect(startTour).toHaveBeenCalledExactlyOnceWith(name)
    }
})

it('Help offers a Standard user the tours of the screens they can open', async () => {
  open('standard')
  await screen.findByRole('button', { name: 'Search tour' })
  expect(screen.queryByRole('button', { name: 'CRM tour' })).toBeNull()
})

it('Help offers no tour where their flag is off', async () => {
  open('admin', false)
  await screen.findByText('Flags are known')
  expect(screen.queryByRole('heading', { name: 'Tours' })).toBeNull()
})
