import { useState, type ComponentType } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { IconButton } from '../../ui/button.tsx'
import { useOpenedOnce } from '../../ui/opened-once.ts'

/** Asks which list to add records to (null asks nothing), adds them and shows the result. */
export type AddToList = ComponentType<{
  adding: { category: Category; ids: readonly string[] } | null
  onClose: () => void
}>

/** A button that adds the record to a list; its dialog loads with the first press. */
export const AddRecord = ({
  category,
  id,
  ask: Ask,
}: {
  category: Category
  id: string
  ask: AddToList
}) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <IconButton icon="list" label="Add to list" onClick={() => setAsking(true)} />
      {useOpenedOnce(asking) && (
        <Ask adding={asking ? { category, ids: [id] } : null} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
