import { useState } from 'react'
import type { Point } from '../../../contract/search/distance.ts'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { locate, mayLocate } from '../position/locate.ts'
import { PositionDialog } from '../position/position-dialog.tsx'

/** Locates the user on a press only. The first time on a device it asks, and says what happens with the position. */
export const WhereAmI = ({ onFound }: { onFound: (point: Point) => void }) => {
  const [explaining, setExplaining] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const find = async (): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    const found = await locate()
    setBusy(false)
    if (typeof found === 'string') {
      setTrouble(found)
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
