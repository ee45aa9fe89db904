import { Dialog as Base } from '@base-ui/react/dialog'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog.tsx'

/** The content of `Dialog`, which loads it when needed. */
export const DialogBody = ({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  description,
  children,
  footer,
  size = 'md',
  position = 'middle',
  initialFocus,
}: DialogProps) => (
  <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
    <Base.Portal>
      <Base.Backdrop className={scrimClass} />
      <Base.Viewport
        className={cx(
          // One column as wide as the window: a long word must not make it wider.
          'fixed inset-0 z-50 grid grid-cols-1 justify-items-center overflow-y-auto p-4',
          position === 'top' ? 'items-start pt-[min(12dvh,6rem)]' : 'items-center',
        )}
      >
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          className={cx(
            'flex w-full flex-col rounded-md border border-line bg-card shadow-overlay outline-none',
            'transition-[opacity,scale] duration-place data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
            position === 'top'
              ? 'max-h-[calc(100dvh-min(12dvh,6rem)-1rem)]'
              : 'max-h-[calc(100dvh-2rem)]',
            widths[size],
          )}
        >
          <div className={cx('flex items-start gap-2 pr-2 pl-5', titleHidden ? 'sr-only' : 'pt-2')}>
            <Base.Title className="min-w-0 flex-1 py-2 text-16 font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton icon="close" label="Close" iconSize={18} />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto scroll-quiet px-5 pb-5">
            {description !== undefined && (
              <Base.Description className="max-w-text pb-3 text-14 text-ink-soft">
                {description}
              </Base.Description>
            )}
            {children}
          </div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
)

/** The class of the backdrop behind an overlay. */
export const scrimClass =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-place data-ending-style:opacity-0 data-starting-style:opacity-0'

const widths = { sm: 'max-w-100', md: 'max-w-140', lg: 'max-w-200' } as const
