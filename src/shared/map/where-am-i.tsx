import { useState } from 'react'
import type { Point } from '../../../contract/search/distance.ts'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { mayLocate } from '../position/locate.ts'
import { PositionDialog } from '../position/position-dialog.tsx'
import { useLocate } from '../position/use-locate.ts'

/** Locates the user on a press only. The first time on a device it asks, and says what happens with the position. */
export const WhereAmI = ({ onFound }: { onFound: (point: Point) => void }) => {
  const [explaining, setExplaining] = useState(false)
  const { busy, trouble, locate } = useLocate()
  const find = async (): Promise<void> => {
    const found = await locate()
    if (typeof found === 'string') {
      if (!explaining) showToast({ title: found, tone: 'danger' })
      return
    }
    setExplaining(false)
    onFound(found)
  }
  return (
    <>
      <IconButton
        icon="target"
        variant="plain"
        label="Where am I"
        busy={busy && !explaining}
        onClick={() => (mayLocate() ? void find() : setExplaining(true))}
      />
      <PositionDialog
        open={explaining}
        busy={busy}
        trouble={trouble}
        onOpenChange={setExplaining}
        onAgree={() => void find()}
      />
    </>
  )
}
