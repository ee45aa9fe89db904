import { readPageSettings } from '../../lib/page-settings.ts'

/** Whether cards can be charged here; otherwise plans start through sales. */
export const hasPayments = (): boolean => Boolean(readPageSettings().stripe)

export const needsConnection = 'You need a connection to change plans or pay.'
