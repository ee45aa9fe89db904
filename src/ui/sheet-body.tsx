import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { scrimClass } from './dialog-body.tsx'
import type { SheetProps } from './sheet.tsx'

export const SheetBody = ({
  open,
  onOpenChange,
  title,
  side = 'right',
  actions,
  children,
  footer,
  initialFocus,
}: SheetProps) => {
  const popup = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup
          className={cx(
            'fixed z-50 flex flex-col border-line bg-card shadow-overlay outline-none transition-transform duration-place',
            sides[side],
          )}
          ref={popup}
          initialFocus={() =>
            initialFocus?.current ?? firstControl(content.current) ?? popup.current
          }
        >
          <div className="safe-top border-b border-line">
            <div className="flex h-14 items-center gap-2 pr-2 pl-4">
              <Base.Title className="min-w-0 flex-1 truncate text-16 font-semibold">
                {title}
              </Base.Title>
              {actions}
              <Base.Close render={<IconButton icon="close" label="Close" />} />
            </div>
          </div>
          <div ref={content} className="min-h-0 flex-1 overflow-y-auto scroll-quiet">
            {children}
          </div>
          {footer !== undefined && (
            <div className="safe-bottom border-t border-line">
              <div className="flex gap-2 px-4 py-3 *:flex-1">{footer}</div>
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Not a field on a touch screen: its keyboard would cover the sheet before the member saw it. */
const firstControl = (content: HTMLElement | null): HTMLElement | null => {
  const first = content?.querySelector<HTMLElement>(
    'a[href], button, input:not([type="hidden"]), select, textarea',
  )
  const types = first?.matches('textarea, input:not([type="checkbox"], [type="radio"])')
  return types === true && matchMedia('(pointer: coarse)').matches ? null : (first ?? null)
}

const left = 'data-ending-style:-translate-x-full data-starting-style:-translate-x-full'
const right = 'data-ending-style:translate-x-full data-starting-style:translate-x-full'
const bottom = 'data-ending-style:translate-y-full data-starting-style:translate-y-full'

const sides = {
  left: `inset-y-0 left-0 w-90 max-w-[calc(100vw-3rem)] border-r ${left}`,
  right: `inset-y-0 right-0 w-105 max-w-full border-l ${right}`,
  bottom: `inset-x-0 bottom-0 max-h-[85dvh] rounded-t-md border-t ${bottom}`,
  full: `inset-0 sm:right-auto sm:w-90 sm:border-r ${bottom} sm:data-ending-style:translate-y-0 sm:data-starting-style:translate-y-0 sm:data-ending-style:-translate-x-full sm:data-starting-style:-translate-x-full`,
} as const
