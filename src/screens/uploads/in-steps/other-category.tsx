import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preview, Upload, UploadField } from '../../../../contract/money/uploads.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useMay } from '../../../shared/members/may.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { refusalOf } from '../copy.ts'
import { exchangeKey, previewQuery, uploadQuery } from '../queries.ts'
import { describeMissing } from './mapping-requirements.ts'

/** Offers to match the rows as the other category, where most are unmatched and the file names records of the other one. */
export const OtherCategory = ({ upload }: { upload: Upload }) => {
  const { accepted, review, unmatched } = upload.counts
  const isMostlyUnmatched = unmatched > accepted + review
  const category: Category = upload.category === 'company' ? 'people' : 'company'
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const may = useMay('mapUpload')
  const { data: preview } = useQuery({
    ...previewQuery(api, upload.id, { category }),
    enabled: isMostlyUnmatched,
  })
  const matching = useMutation({
    mutationKey: ['Matching an upload'],
    mutationFn: async ({ columns, headerRow }: Preview) => {
      const { id } = upload
      await api.mapUpload({ id, category, columns: columns.map(({ field }) => field), headerRow })
      return api.matchUpload({ id })
    },
    onSuccess: (next) => {
      client.setQueryData(uploadQuery(api, upload.id).queryKey, next)
      client.removeQueries({ queryKey: [...exchangeKey, 'rows', upload.id] })
      void client.invalidateQueries({ queryKey: [...exchangeKey, 'uploads'] })
    },
  })
  if (!isMostlyUnmatched || preview === undefined || preview.category !== category) return null
  const fields = preview.columns.map(({ field }) => field)
  const named = countNamed(preview, fields, category)
  const shown = preview.firstRows.length
  if (describeMissing(category, fields) !== null || named * 2 < shown) return null
  const name = category === 'company' ? 'a company name' : 'a person’s name'
  const of = shown < preview.rows ? `the first ${formatNumber(shown)}` : formatNumber(shown)
  return (
    <Callout
      icon={category === 'company' ? 'building' : 'people'}
      tone={matching.isError ? 'danger' : 'plain'}
      actions={
        <Button
          busy={matching.isPending}
          disabledReason={
            may.reason ?? (offline ? 'You need a connection to match rows.' : undefined)
          }
          onClick={() => matching.mutate(preview)}
        >
          {category === 'company' ? 'Match companies instead' : 'Match people instead'}
        </Button>
      }
    >
      {matching.isError
        ? `Not matched. ${refusalOf(matching.error)}`
        : `Most rows have no match. ${formatNumber(named)} of ${of} rows ${named === 1 ? 'has' : 'have'} ${name}.`}
    </Callout>
  )
}

const nameFields: Record<Category, readonly UploadField[]> = {
  company: ['name'],
  people: ['full_name', 'last_name'],
}

const countNamed = (
  { firstRows }: Preview,
  fields: readonly (UploadField | null)[],
  category: Category,
): number =>
  firstRows.filter((cells) =>
    nameFields[category].some((field) => (cells[fields.indexOf(field)] ?? '').trim() !== ''),
  ).length
