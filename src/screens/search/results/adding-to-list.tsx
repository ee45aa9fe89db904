import { useSnapshot } from 'valtio'
import { useOpenedOnce } from '../../../ui/opened-once.ts'
import { adding, type AddToList } from '../adding.ts'
import { useSearchHandle } from '../search-context.ts'
import { clearSelection } from '../selection.ts'

/** Asks which list the rows go into; what has been added stays told here. Loads when first asked. */
export const AddingToList = ({ ask: Ask }: { ask: AddToList }) => {
  const { state } = useSearchHandle()
  const { asked } = useSnapshot(adding)
  if (!useOpenedOnce(asked !== null)) return null
  return (
    <Ask
      adding={asked?.what ?? null}
      onClose={() => {
        adding.asked = null
      }}
      onAdded={() => {
        if (asked?.chosen === true) clearSelection(state.tab)
      }}
    />
  )
}
