import { useState, type ComponentType } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { IconButton } from '../../ui/button.tsx'
import { useOpenedOnce } from '../../ui/opened-once.ts'

/** Asks which list records go into (null: asks nothing), adds them and says so. */
export type AddToList = ComponentType<{
  adding: { category: Category; ids: readonly string[] } | null
  onClose: () => void
}>

/** Puts the record into a list; what asks which one loads when first pressed. */
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
