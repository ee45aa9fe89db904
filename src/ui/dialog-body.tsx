import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog.tsx'

/** The focus starts in the first field, or on the main button; where that deletes something, on the first button, which is the safe one. */
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
}: DialogProps) => {
  const popup = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const keyboard = useKeyboardInset(open)
  const start = (): HTMLElement | null =>
    initialFocus?.current ??
    content.current?.querySelector<HTMLElement>(fields) ??
    firstButton(buttons.current) ??
    popup.current
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Viewport
          {...(keyboard > 0 && { style: { paddingBottom: keyboard } })}
          className={cx(
            // One column as wide as the window: a long word must not make it wider.
            'fixed inset-0 z-50 grid grid-cols-1 justify-items-center overflow-y-auto sm:p-4',
            'max-sm:items-end',
            position === 'top' ? 'sm:items-start sm:pt-[min(12dvh,6rem)]' : 'sm:items-center',
          )}
        >
          <Base.Popup
            ref={popup}
            {...(keyboard > 0 && { style: { maxHeight: `calc(100dvh - 1rem - ${keyboard}px)` } })}
            initialFocus={start}
            onKeyDown={(event) => {
              if (actsOn(event)) mainButton(buttons.current)?.click()
            }}
            className={cx(
              'flex w-full flex-col border-line bg-card shadow-overlay outline-none',
              'transition-[opacity,scale,translate] duration-place data-ending-style:opacity-0 data-starting-style:opacity-0',
              'sm:rounded-md sm:border sm:data-ending-style:scale-98 sm:data-starting-style:scale-98',
              'max-sm:max-h-[calc(100dvh-3rem)] max-sm:rounded-t-md max-sm:border-t',
              'max-sm:data-ending-style:translate-y-full max-sm:data-starting-style:translate-y-full',
              position === 'top'
                ? 'sm:max-h-[calc(100dvh-min(12dvh,6rem)-1rem)]'
                : 'sm:max-h-[calc(100dvh-2rem)]',
              widths[size],
            )}
          >
            <div
              className={cx('flex items-start gap-2 pr-2 pl-5', titleHidden ? 'sr-only' : 'pt-2')}
            >
              <Base.Title className="min-w-0 flex-1 py-2 text-16 font-semibold">{title}</Base.Title>
              <Base.Close render={<IconButton icon="close" label="Close" iconSize={18} />} />
            </div>
            <div
              ref={content}
              className={cx(
                'min-h-0 flex-1 overflow-y-auto scroll-quiet px-5',
                footer === undefined &&
                  'max-sm:pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:pb-5',
                footer !== undefined && 'pb-5',
              )}
            >
              {description !== undefined && (
                <Base.Description className="max-w-text pb-3 text-14 text-ink-soft">
                  {description}
                </Base.Description>
              )}
              {children}
            </div>
            {footer !== undefined && (
              <div className="border-t border-line max-sm:pb-[env(safe-area-inset-bottom)]">
                <div
                  ref={buttons}
                  className="flex flex-wrap justify-end gap-2 px-5 py-3 max-sm:*:flex-auto"
                >
                  {footer}
                </div>
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const fields =
  ':is(input:not([type="hidden"]), select, textarea, [role="group"] > button):not(:disabled)'

const mainButton = (footer: HTMLElement | null): HTMLElement | null =>
  [...(footer?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])].at(-1) ?? null

const firstButton = (footer: HTMLElement | null): HTMLElement | null =>
  footer?.querySelector('[data-danger]')
    ? footer.querySelector<HTMLElement>('button')
    : mainButton(footer)

/** Whether a key in a field means the main button: Enter, and Ctrl or Cmd with Enter in a field of several lines. Forms do it themselves. */
const actsOn = (event: KeyboardEvent<HTMLElement>): boolean => {
  const { target, key, ctrlKey, metaKey } = event
  if (key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false
  // React also bubbles keys from menus and dialogs that this one opened.
  if (!(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return false
  if (target.matches('[role="combobox"], [type="search"]')) return false
  if (target instanceof HTMLTextAreaElement) return ctrlKey || metaKey
  // In an open select, Enter chooses.
  if (target instanceof HTMLSelectElement)
    return CSS.supports('selector(:open)') && !target.matches(':open')
  return target instanceof HTMLInputElement && target.form === null
}

/** How much of the window an on-screen keyboard covers, in px: a sheet at the bottom must stand above it. */
const useKeyboardInset = (open: boolean): number => {
  const [inset, setInset] = useState(0)
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!open || !view) return undefined
    const measure = (): void =>
      setInset(
        view.scale === 1 ? Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)) : 0,
      )
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [open])
  return inset
}

export const scrimClass =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-place data-ending-style:opacity-0 data-starting-style:opacity-0'

const widths = { sm: 'sm:max-w-100', md: 'sm:max-w-140', lg: 'sm:max-w-200' } as const
