import type { ReactNode } from 'react'

/** The state of a step and its next action: sticky at the end, above a phone's tab bar. */
export const ActionBar = ({ message, children }: { message: ReactNode; children: ReactNode }) => (
  <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-card px-4 py-2 sm:bottom-0 sm:mx-0 sm:rounded-md sm:border">
    <span role="status" className="min-w-0 flex-1 basis-48 text-13 text-ink-soft">
      {message}
    </span>
    {children}
  </div>
)
