import { cuttable } from './sync.tsx'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { CreditsMeter } from '../../../src/app/credits-meter.tsx'
import { Unlocking } from '../../../src/screens/credits/unlocking.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { customerInfoQuery, customerMetadataQuery } from '../../../src/shared/queries.ts'
import { useApi } from '../../../src/lib/use-api.ts'
import { toastStore } from '../../../src/ui/toast-store.ts'

export { cuttable }

/** A screen with what the shell puts around it: the meter, what it asks for, and the price of what is to be unlocked. */
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

/** The number the meter shows. */
export const left = async (): Promise<number> =>
  Number(
    (await screen.findByRole('link', { name: /credits left/ })).textContent?.replaceAll(/\D/g, ''),
  )

/** Presses the button of the dialog with the price, once it may be pressed. */
export const pay = async (words: string | RegExp): Promise<void> => {
  const ready = { selector: '[role=dialog] button:not([aria-disabled])' }
  await userEvent.click(await screen.findByText(words, ready))
}

/** What has been said at the top of the page. */
export const said = (): string[] => toastStore.toasts.map(({ title }) => title)

/** The real calls, some of them done otherwise. */
export const instead = (api: ApiClient, calls: Partial<ApiClient>): ApiClient => ({
  ...api,
  ...calls,
})

/** People of whom nothing is unlocked, with everything there is to reveal, one after the other; no two tests get the same. */
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
    if (!person) throw new Error('Nobody is left')
    return person
  }
}
