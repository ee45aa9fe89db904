import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/'], does: 'Quick search' },
  { keys: ['↑', '↓'], does: 'Move between results' },
  { keys: ['Home', 'End'], does: 'First and last result of the page' },
  { keys: ['Space'], does: 'Select the result' },
  { keys: ['Enter'], does: 'Open the result' },
  { keys: ['[', ']'], does: 'Previous and next record' },
  { keys: ['Esc'], does: 'Close the open record' },
  { keys: ['?'], does: 'Show these shortcuts' },
]

export const ShortcutList = () => (
  <dl className="flex flex-col gap-2">
    {keys.map((line) => (
      <div key={line.does} className="flex items-center justify-between gap-4">
        <dt className="text-14">{line.does}</dt>
        <dd className="flex gap-1">
          {line.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

/** The keyboard shortcuts of the search; `?` shows them. */
export const Shortcuts = () => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.defaultPrevented) return
      const { target } = event
      if (target instanceof Element && target.closest('input:not([type="checkbox"]), textarea'))
        return
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" size="sm">
      <ShortcutList />
    </Dialog>
  )
}
