import type { CompanyView } from '../../../../contract/records/records.ts'
import { part } from '../../../ui/part.tsx'
import { NotKnown } from './cell-parts.tsx'

/** How well a company fits. Few have it on the screen: its code comes with the first who does. */
export const Fit = part<{ company: CompanyView }>(
  () => import('./fit-cell.tsx').then((m) => m.FitCell),
  <NotKnown />,
)
