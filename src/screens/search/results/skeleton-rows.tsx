import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'

export const SkeletonRows = ({ rows }: { rows: number }) => (
  <Delayed>
    <div role="status" aria-label="Loading results" className="flex flex-col">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-row items-center gap-6 border-b px-4">
          <Skeleton className="w-4" />
          <Skeleton className="w-48" />
          <Skeleton className="hidden w-32 sm:block" />
          <Skeleton className="hidden w-20 sm:block" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  </Delayed>
)
