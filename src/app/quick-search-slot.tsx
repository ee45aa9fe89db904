import { useEffect, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { allDestinations } from './navigation.ts'

const load = () => import('../screens/quick-search/quick-search.tsx')
const QuickSearch = lazyComponent(() => load().then((m) => m.QuickSearch))

/** A field from 640 px, an icon on a phone, `/` on a keyboard. Its code loads with the first use. */
export const QuickSearchSlot = ({ layout }: { layout: 'phone' | 'tablet' | 'desk' }) => {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const show = (): void => {
    setUsed(true)
    setOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = event.key === 'k' && (event.metaKey || event.ctrlKey)
      if (!shortcut && (event.key !== '/' || isTyping(event.target))) return
      event.preventDefault()
      setUsed(true)
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const warm = { onPointerEnter: () => void load(), onFocus: () => void load() }
  return (
    <>
      {layout === 'phone' ? (
        <IconButton icon="search" label="Quick search" onClick={show} />
      ) : (
        <button
          type="button"
          onClick={show}
          {...warm}
          className={cx(
            'flex h-control w-full max-w-100 min-w-0 items-center gap-2.5 rounded-sm border border-line bg-card px-3 text-left text-14 text-ink-faint transition-colors hover:border-line-strong',
          )}
        >
          <Icon name="search" size={18} />
          <span className="min-w-0 flex-1 truncate">Find a company or person</span>
          <span className="pointer-coarse:hidden" aria-hidden>
            <Kbd>/</Kbd>
          </span>
        </button>
      )}
      {used && <QuickSearch open={open} onOpenChange={setOpen} destinations={allDestinations} />}
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
