import { useQuery } from '@tanstack/react-query'
import type { RecordView } from '../../../contract/records/records.ts'
import { useApi } from '../../lib/use-api.ts'
import { isListed } from '../do-not-call/do-not-call.ts'
import { customerMetadataQuery } from '../queries.ts'
import { maskedDetails } from '../unlocks/masked.ts'

/** The details that a reveal offers, in words. Of a person on the Do Not Call Register only emails, unless the organisation flags listed numbers. */
export const useOffered = (record: RecordView): string[] => {
  const policy = useQuery(customerMetadataQuery(useApi())).data?.dncPolicy
  const details = maskedDetails(record)
  return 'position' in record && policy !== 'flag' && isListed(record)
    ? details.filter((detail) => detail.endsWith('email'))
    : details
}
