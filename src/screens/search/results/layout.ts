import type { useLayout } from '../../../lib/use-media.ts'

export type Layout = ReturnType<typeof useLayout>
