import { Combobox as Base } from '@base-ui/react/combobox'
import { useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { panelClass } from './popover-body.tsx'
import type { SearchSelectProps } from './search-select.tsx'

type Option = SearchSelectProps['options'][number]

export const SearchSelectBody = ({ label, options, value, onValueChange }: SearchSelectProps) => {
  const id = useId()
  return (
    <Base.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(chosen: Option | null) => {
        if (chosen !== null) onValueChange(chosen.value)
      }}
    >
      <div className="flex min-w-0 flex-col gap-1">
        <label htmlFor={id} className="text-13 font-medium text-ink-soft">
          {label}
        </label>
        <Base.InputGroup className="relative flex items-center">
          <Base.Input
            id={id}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
            className="h-control w-full min-w-0 truncate rounded-sm border border-line bg-card pr-9 pl-3 text-14 text-ink transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0"
          />
          <Icon
            name="chevron-down"
            size={16}
            className="pointer-events-none absolute right-3 text-ink-faint"
          />
        </Base.InputGroup>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className={cx(panelClass, 'w-(--anchor-width) p-1')}>
            <Base.Empty>
              <p className="px-3 py-2 text-14 text-ink-soft">No matches</p>
            </Base.Empty>
            <Base.List className="empty:hidden">
              {(option: Option) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-control cursor-pointer items-center gap-2 rounded-sm px-3 py-1 text-14 wrap-anywhere outline-none select-none data-highlighted:bg-sunken data-selected:font-medium"
                >
                  {option.label}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
