import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

export const ScreenLoading = () => (
  <Delayed>
    <div role="status" aria-label="Loading the sources" className="flex flex-col gap-2 p-4 sm:p-8">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  </Delayed>
)
