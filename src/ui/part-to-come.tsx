import { useOffline } from '../lib/contact.ts'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

/** In place of a part that another service draws: its shape while it comes, and without a connection what it waits for. */
export const PartToCome = () =>
  useOffline() ? (
    <EmptyState icon="offline" title="This part needs a connection">
      It loads when you’re back online.
    </EmptyState>
  ) : (
    <Skeleton className="h-96 w-full" />
  )
