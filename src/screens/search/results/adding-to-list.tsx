import { useSnapshot } from 'valtio'
import { useOpenedOnce } from '../../../ui/opened-once.ts'
import { addToListState, type AddToList } from '../add-to-list-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { clearSelection } from '../selection.ts'

/** Asks which list the rows go to, and shows the result. Its code loads with the first use. */
export const AddingToList = ({ ask: Ask }: { ask: AddToList }) => {
  const { state } = useSearchHandle()
  const { request } = useSnapshot(addToListState)
  if (!useOpenedOnce(request !== null)) return null
  return (
    <Ask
      adding={request?.what ?? null}
      onClose={() => {
        addToListState.request = null
      }}
      onAdded={() => {
        if (request?.chosen === true) clearSelection(state.tab)
      }}
    />
  )
}
