import { useSettled } from '../lib/when-settled.ts'
import { part } from '../ui/part.tsx'

const ExtrasBody = part(() => import('./extras-body.tsx').then((m) => m.ExtrasBody))

/** What stands beside the screens and shows nothing: loaded once the first screen stands. */
export const Extras = () => (useSettled() ? <ExtrasBody /> : null)
