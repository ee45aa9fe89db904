import type { useLayout } from '../../../lib/use-media.ts'

/** The three layouts of the app. */
export type Layout = ReturnType<typeof useLayout>
