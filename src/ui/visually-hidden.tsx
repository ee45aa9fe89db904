import type { ReactNode } from 'react'

/** Words for those who listen instead of look. */
export const VisuallyHidden = ({ children, id }: { children: ReactNode; id?: string }) => (
  <span className="sr-only" id={id}>
    {children}
  </span>
)
