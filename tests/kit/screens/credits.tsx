import { cuttable } from './sync.tsx'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { CreditsMeter } from '../../../src/app/credits-meter.tsx'
import { Unlocking } from '../../../src/screens/credits/unlocking.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { customerInfoQuery, customerMetadataQuery } from '../../../src/shared/queries.ts'
import { useApi } from '../../../src/lib/use-api.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { session } from '../../../src/session/session.ts'
import { unlockStore } from '../../../src/shared/unlocks/unlock-store.ts'
import { alex } from '../session/people.ts'
import { toastStore } from '../../../src/ui/toast-store.ts'

export { cuttable }

export const Framed = ({ children }: { children: ReactNode }) => {
  useQuery(customerInfoQuery(useApi()))
  useQuery(customerMetadataQuery(useApi()))
  return (
    <>
      <CreditsMeter />
      {children}
      <Unlocking />
    </>
  )
}

/** Online, without requests or toasts of an earlier test. */
export const signInForEachTest = (): void => {
  const before = session.current()
  beforeEach(() => {
    connectivity.online = true
    unlockStore.requested = null
    toastStore.toasts = []
    act(() => session.update({ identity: alex }))
  })
  afterEach(() => act(() => session.update(before)))
}

export const readCreditsLeft = async (): Promise<number> =>
  Number(
    (await screen.findByRole('link', { name: /credits left/ })).textContent?.replaceAll(/\D/g, ''),
  )

export const pay = async (label: string | RegExp): Promise<void> => {
  const ready = { selector: '[role=dialog] button:not([aria-disabled])' }
  await userEvent.click(await screen.findByText(label, ready))
}

export const toastTitles = (): string[] => toastStore.toasts.map(({ title }) => title)

export const withCalls = (api: ApiClient, calls: Partial<ApiClient>): ApiClient => ({
  ...api,
  ...calls,
})

/** A new person for each call. */
export const maskedPeople = async (api: ApiClient) => {
  const { records } = await api.records({
    category: 'people',
    filters: { country: ['AU'], has_mobile: ['Yes'], has_work_email: ['Yes'] },
    size: 100,
  })
  const people = records.flatMap((record) =>
    'position' in record && !record.unlocked ? [record] : [],
  )
  return () => {
    const person = people.shift()
    if (!person) throw new Error('No person is left')
    return person
  }
}
