import type { MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'

export const FixedTable = ({
  head,
  actionsWidth = 'w-12',
  children,
}: {
  head: ReactNode
  actionsWidth?: string
  children: ReactNode
}) => (
  <div className="rounded-md border border-line bg-card">
    <table className="w-full table-fixed border-separate border-spacing-0 text-14">
      <thead className="text-left text-12 text-ink-faint">
        <tr>
          {head}
          <th className={cx('border-b border-line', actionsWidth)}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

export const FixedHead = ({
  children,
  width,
  end = false,
}: {
  children: string
  width?: string
  end?: boolean
}) => (
  <th
    scope="col"
    className={cx(
      'h-9 border-b border-line px-3 font-medium first:px-4',
      width,
      end && 'text-right',
    )}
  >
    {children}
  </th>
)

/** A row of `FixedTable`. A press outside its controls follows the link in its header. */
export const FixedRow = ({ children, className }: { children: ReactNode; className?: string }) => (
  <tr
    data-row
    onClick={pressHeader}
    className={cx(
      'cursor-pointer *:border-b *:border-line hover:bg-sunken last:*:border-b-0',
      className,
    )}
  >
    {children}
  </tr>
)

const pressHeader = (event: MouseEvent<HTMLElement>): void => {
  if (isRowPress(event)) event.currentTarget.querySelector<HTMLElement>('th a')?.click()
}

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
