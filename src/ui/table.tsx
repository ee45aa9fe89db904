import type { MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'

/** Whether a press was on the row itself: not on a control in it, not a selection of text, and without a key that opens a tab. */
export const isRowPress = ({ target, currentTarget, ...keys }: MouseEvent<HTMLElement>): boolean =>
  // React also bubbles presses from overlays of the row.
  target instanceof Element &&
  currentTarget.contains(target) &&
  !keys.metaKey &&
  !keys.ctrlKey &&
  !keys.shiftKey &&
  !target.closest('button, input, label, a') &&
  getSelection()?.isCollapsed !== false

export const ScrollTable = ({
  head,
  className,
  children,
}: {
  head: ReactNode
  className?: string
  children: ReactNode
}) => (
  <div className="overflow-x-auto rounded-md border border-line bg-card scroll-quiet">
    <table className={cx('w-full text-14', className)}>
      <thead>
        <tr className="h-9 border-b border-line text-left text-12 text-ink-faint">{head}</tr>
      </thead>
      <tbody className="*:hover:bg-sunken">{children}</tbody>
    </table>
  </div>
)

export const ScrollHead = ({ children, end = false }: { children: string; end?: boolean }) => (
  <th scope="col" className={cx('px-3 font-medium lg:px-4', end && 'text-right')}>
    {children}
  </th>
)
