import type { Category } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { Unreachable } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/contact.ts'
import { isLongEnough, useAutocomplete, useNamesHere } from './queries.ts'

/** What is found of a category: `here` means on this device alone, since the server is out of reach. */
export type Found = {
  records: readonly AutocompleteRecord[]
  here: boolean
  failed: boolean
  /** What is shown is the answer to what is typed. */
  answered: boolean
}

/** Records whose name matches what is typed: the server's, or this device's where the server does not answer. */
export const useFound = (category: Category, term: string, wanted: boolean): Found => {
  const asked = useAutocomplete(category, term, wanted)
  const offline = useOffline()
  const unreached = asked.error instanceof Unreachable
  const lookHere =
    wanted && isLongEnough(term) && !asked.answered && (offline || unreached || asked.late)
  const kept = useNamesHere(category, term, lookHere)
  if (lookHere) return { records: kept ?? [], here: true, failed: false, answered: kept !== null }
  return {
    records: asked.records,
    here: false,
    failed: asked.error !== null,
    answered: asked.answered,
  }
}
