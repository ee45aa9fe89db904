import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tab<Id extends string> = {
  id: Id
  label: string
  /** A formatted count; null while unknown, with its width reserved. */
  count?: ReactNode
}

/** Tabs by WAI-ARIA: one tab stop, arrows move and select, Home and End jump. Panels are `TabPanel`s with the same `group`. */
export const Tabs = <Id extends string>({
  group,
  label,
  tabs,
  selected,
  onSelect,
  className,
}: {
  /** Connects tabs and panels; unique on the page. */
  group: string
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className?: string | undefined
}) => {
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const to = target(event.key, at, tabs.length)
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || tab === undefined) return
    event.preventDefault()
    onSelect(tab.id)
    const button = row.current?.children[to]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      className={cx('flex gap-1 overflow-x-auto [scrollbar-width:none]', className)}
    >
      {tabs.map((tab) => {
        const chosen = tab.id === selected
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${group}-tab-${tab.id}`}
            aria-selected={chosen}
            aria-controls={`${group}-panel-${tab.id}`}
            tabIndex={chosen ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={() => onSelect(tab.id)}
            className={cx(
              'relative flex h-control shrink-0 items-center gap-2 rounded-sm px-3 text-14 font-medium transition-colors focus-visible:-outline-offset-2',
              'after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full',
              chosen ? 'text-ink after:bg-accent' : 'text-ink-faint hover:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span
                aria-hidden={tab.count === null}
                className={cx(
                  'tabular text-13 font-normal',
                  tab.count === null && 'invisible',
                  chosen ? 'text-ink-soft' : 'text-ink-faint',
                )}
              >
                {tab.count ?? '00,000'}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

export const TabPanel = ({
  group,
  id,
  children,
  hidden,
  className,
}: {
  group: string
  id: string
  children: ReactNode
  hidden?: boolean | undefined
  className?: string | undefined
}) => (
  <div
    role="tabpanel"
    id={`${group}-panel-${id}`}
    aria-labelledby={`${group}-tab-${id}`}
    hidden={hidden}
    className={className}
  >
    {children}
  </div>
)

const target = (key: string, at: number, length: number): number | undefined => {
  if (key === 'ArrowRight') return (at + 1) % length
  if (key === 'ArrowLeft') return (at - 1 + length) % length
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  return undefined
}
