import { lazy, Suspense } from 'react'
import type { CompanyView } from '../../../../contract/records.ts'
import { NotKnown } from './cell-parts.tsx'

const FitCell = lazy(() => import('./fit-cell.tsx').then((m) => ({ default: m.FitCell })))

/** How well a company fits. Few have it on the screen: its code comes with the first who does. */
export const Fit = ({ company }: { company: CompanyView }) => (
  <Suspense fallback={<NotKnown />}>
    <FitCell company={company} />
  </Suspense>
)
