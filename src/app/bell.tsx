import { useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'

/** Notices. None can arrive yet, and it says so. */
export const Bell = () => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        icon="bell"
        label="Notices"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        anchor={anchor}
        label="Notices"
        align="end"
        className="w-80 p-5"
      >
        <p className="font-semibold">No notices</p>
        <p className="mt-1 text-ink-soft">
          New signals and finished downloads will be told here once you have agents and downloads.
        </p>
      </Popover>
    </>
  )
}
