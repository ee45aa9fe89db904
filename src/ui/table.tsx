import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A table whose columns have fixed widths; the last column holds the menu of each row. */
export const FixedTable = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <div className="rounded-md border border-line bg-card">
    <table className="w-full table-fixed border-separate border-spacing-0 text-14">
      <thead className="text-left text-12 text-ink-faint">
        <tr>
          {head}
          <th className="w-12 border-b border-line">
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

/** The class of a row of `FixedTable`. */
export const fixedRow = '*:border-b *:border-line last:*:border-b-0 hover:bg-sunken'

/** A table whose columns fit their content; it scrolls sideways where it is wider than the page. */
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
        <tr className="border-b border-line text-left text-13 text-ink-faint">{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

export const ScrollHead = ({ children, end = false }: { children: string; end?: boolean }) => (
  <th scope="col" className={cx('px-3 py-2 font-medium lg:px-4', end && 'text-right')}>
    {children}
  </th>
)
