import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-[4px] border border-line bg-sunken px-1 font-sans text-12 text-ink-faint">
    {children}
  </kbd>
)
