import { lazy, Suspense } from 'react'
import { useSettled } from '../lib/when-settled.ts'

const Connected = lazy(() =>
  import('../features/crm/connection.ts').then(({ useCrmConnection }) => ({
    default: () => {
      useCrmConnection()
      return null
    },
  })),
)

/** Keeps the connection to the CRM integration of the active organisation (spec 4), from the moment the first screen stands. */
export const KeepCrm = () =>
  useSettled() ? (
    <Suspense>
      <Connected />
    </Suspense>
  ) : null
