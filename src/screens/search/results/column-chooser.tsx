import { useRef, useState } from 'react'
import type { Category } from '../../../../contract/records/records.ts'
import { IconButton } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Popover, preloadPopover } from '../../../ui/popover.tsx'
import { preload } from '../../../ui/preload.ts'

const loadList = () => import('../lazy/column-list.tsx')
const ColumnList = lazyComponent(() => loadList().then((m) => m.ColumnList))

export const ColumnChooser = ({ category, space }: { category: Category; space: number }) => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        icon="columns"
        size="sm"
        label="Choose columns"
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={() => {
          preloadPopover()
          preload(loadList)
        }}
        onClick={() => setOpen(!open)}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        anchor={anchor}
        label="Columns"
        align="end"
        className="w-80 p-2"
      >
        <ColumnList category={category} space={space} />
      </Popover>
    </>
  )
}
