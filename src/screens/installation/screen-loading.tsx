import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

export const ScreenLoading = () => (
  <Delayed>
    <div role="status" aria-label="Loading the installation" className="flex flex-col gap-2">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  </Delayed>
)
