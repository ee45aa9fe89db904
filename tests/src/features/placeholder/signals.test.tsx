import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SignalsScreen } from '../../../../src/features/placeholder/placeholder-screens.tsx'
import { session } from '../../../../src/identity/session.ts'
import { Feature } from '../../../../src/lib/features.ts'
import { alex } from '../../identity/people.ts'
import { aMember, anInfo } from '../members/people.ts'
import { fakeApi, show } from '../support.tsx'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))

const open = (flags: Record<string, boolean>) =>
  show(
    <>
      <SignalsScreen />
      <Feature name="none of these" otherwise={<p>flags are known</p>}>
        never
      </Feature>
    </>,
    fakeApi({
      platformFeatures: async () => ({ features: {} }),
      customerFeatures: async () => ({
        features: Object.fromEntries(
          Object.entries(flags).map(([name, enabled]) => [name, { enabled }]),
        ),
      }),
      customerInfo: async () => anInfo([aMember()]),
    }),
  )

const card = { name: 'Not part of the plan of Harbour Advisory' }

describe('signals', () => {
  it('that the plan does not include say so, and whom to ask', async () => {
    act(() => session.update({ identity: { ...alex, userId: 'user_2', role: 'standard' } }))
    open({ 'signal-targeting': false })
    const region = await screen.findByRole('region', card)
    expect(region.textContent).toContain('Ask ')
    expect(await screen.findByText(/Ask Alex Fernleigh\./)).toBeTruthy()
  })

  it.each(['signal-targeting', 'signal-intent'])(
    'with %s are part of the plan and still not built',
    async (flag) => {
      open({ [flag]: true })
      await screen.findByText('flags are known')
      expect(screen.getByText('Not built yet')).toBeTruthy()
      expect(screen.queryByRole('region', card)).toBeNull()
    },
  )
})
