import { useEffect } from 'react'
import { startDeviceRead } from '../lib/defer.ts'
import { Delayed, Skeleton } from '../ui/skeleton.tsx'

export const ScreenLoading = () => {
  useEffect(() => startDeviceRead(), [])
  return (
    <Delayed>
      <div role="status" className="mx-auto flex w-full max-w-page flex-col gap-4 p-4 sm:p-6">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-7 w-48" />
        <Skeleton className="w-72 max-w-full" />
        <Skeleton className="mt-4 h-40 w-full" />
      </div>
    </Delayed>
  )
}
