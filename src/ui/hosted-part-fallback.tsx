import { useOffline } from '../lib/connectivity.ts'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'

export const HostedPartFallback = () =>
  useOffline() ? (
    <EmptyState drawing="offline" title="This part needs a connection">
      It loads when you’re back online.
    </EmptyState>
  ) : (
    <Skeleton className="h-96 w-full" />
  )
