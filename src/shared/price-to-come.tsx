import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Delayed, Skeleton } from '../ui/skeleton.tsx'

/** While the server calculates a price. */
export const PriceToCome = () => (
  <Delayed>
    <div role="status" aria-label="Checking the price" className="flex flex-col gap-3 py-1">
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
    </div>
  </Delayed>
)

/** Where no price came; says what that means. */
export const PriceFailed = ({
  onRetry,
  children,
}: {
  onRetry: () => void
  children: ReactNode
}) => (
  <Callout
    icon="warning"
    tone="warn"
    actions={
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Callout>
)
