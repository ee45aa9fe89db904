import type { Category } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { Unreachable } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { isLongEnough, useAutocomplete, useDeviceRecords } from './queries.ts'

/** The results of a category; `fromDevice` says that the server does not answer. */
export type Found = {
  records: readonly AutocompleteRecord[]
  fromDevice: boolean
  failed: boolean
  answered: boolean
}

/** Records whose name matches the term: from the server, or from this device where the server does not answer. */
export const useFound = (category: Category, term: string, wanted: boolean): Found => {
  const autocomplete = useAutocomplete(category, term, wanted)
  const offline = useOffline()
  const unreached = autocomplete.error instanceof Unreachable
  const usesDevice =
    wanted &&
    isLongEnough(term) &&
    !autocomplete.answered &&
    (offline || unreached || autocomplete.late)
  const deviceRecords = useDeviceRecords(category, term, usesDevice)
  if (usesDevice)
    return {
      records: deviceRecords ?? [],
      fromDevice: true,
      failed: false,
      answered: deviceRecords !== null,
    }
  return {
    records: autocomplete.records,
    fromDevice: false,
    failed: autocomplete.error !== null,
    answered: autocomplete.answered,
  }
}
