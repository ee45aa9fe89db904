import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Preview, Upload, UploadField } from '../../../../contract/money/uploads.ts'
import { ApiProblem } from '../../../lib/api-errors.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useMay } from '../../../shared/members/may.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ActionBar } from './action-bar.tsx'
import { FirstRows } from './first-rows.tsx'
import { Mapping } from './mapping.tsx'
import { describeMissing, mappingHints } from './mapping-requirements.ts'
import { exchangeKey, previewQuery, uploadQuery, type PreviewOverrides } from '../queries.ts'
import { stepLink } from '../steps.tsx'
import { useDeleting } from '../use-deleting.tsx'
import {
  describeDelimiter,
  describeEncoding,
  describeFormat,
  formatRows,
  refusalOf,
} from '../copy.ts'

export const ColumnsStep = ({ upload }: { upload: Upload }) => {
  const [overrides, setOverrides] = useState<PreviewOverrides>(
    upload.columns === null ? {} : { category: upload.category },
  )
  const preview = useQuery(previewQuery(useApi(), upload.id, overrides))
  const { deleteButton } = useDeleting(upload)
  const offline = useOffline()
  if (preview.data !== undefined)
    return (
      <Named
        key={`${preview.data.category} ${preview.data.headerRow}`}
        upload={upload}
        preview={preview.data}
        overrides={overrides}
        changing={preview.isPlaceholderData}
        onOverride={(change) => setOverrides({ ...overrides, ...change })}
      />
    )
  if (preview.isError) {
    const unreadable = preview.error instanceof ApiProblem && preview.error.status === 422
    return (
      <ErrorState
        title={unreadable ? 'We can’t read this file' : 'We couldn’t open this file'}
        {...(!unreadable && { onRetry: () => void preview.refetch() })}
        action={deleteButton}
      >
        {offline ? 'You’re offline. Your file is safe.' : refusalOf(preview.error)}
      </ErrorState>
    )
  }
  return (
    <p className="flex items-center gap-2 py-8 text-14 text-ink-soft" role="status">
      <Spinner size={18} />
      Reading the file
    </p>
  )
}

const Named = ({
  upload,
  preview,
  overrides,
  changing,
  onOverride,
}: {
  upload: Upload
  preview: Preview
  overrides: PreviewOverrides
  changing: boolean
  onOverride: (change: PreviewOverrides) => void
}) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const may = useMay('mapUpload')
  const { category, columns, headerRow } = preview
  const [chosen, setChosen] = useState<readonly (UploadField | null)[]>(() =>
    readInitialFields(upload, preview),
  )
  const choose = (column: number, field: UploadField | null): void =>
    setChosen((before) =>
      before.map((each, index) =>
        index === column ? field : each === field && field !== null ? null : each,
      ),
    )
  const matching = useMutation({
    mutationKey: ['Matching an upload'],
    mutationFn: async () => {
      const { id } = upload
      const mapped = sameAs(upload, preview, chosen)
        ? upload
        : await api.mapUpload({ id, category, columns: [...chosen], headerRow })
      return hasMatches(mapped) ? mapped : api.matchUpload({ id })
    },
    onSuccess: (next) => {
      client.setQueryData(uploadQuery(api, upload.id).queryKey, next)
      client.removeQueries({ queryKey: [...exchangeKey, 'rows', upload.id] })
      void client.invalidateQueries({ queryKey: [...exchangeKey, 'uploads'] })
      navigate(stepLink(upload.id, 'match'))
    },
  })
  const missing = describeMissing(category, chosen)
  const again = hasMatches(upload) && !sameAs(upload, preview, chosen)
  const pointed = matching.error instanceof ApiProblem ? columnOf(matching.error) : null
  const pointedAt = pointed === null ? undefined : columns[pointed]
  const why =
    may.reason ??
    (offline
      ? 'You need a connection to match rows.'
      : changing
        ? 'Reading the columns…'
        : (missing ?? undefined))
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-16 font-semibold">{rowQuestion}</h2>
        <Segmented
          label={rowQuestion}
          value={overrides.category ?? category}
          options={[
            { value: 'company', label: 'A company', icon: 'building' },
            { value: 'people', label: 'A person', icon: 'people' },
          ]}
          onValueChange={(next) => onOverride({ category: next })}
        />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Facts preview={preview} />
        <SelectField
          label="Header row"
          className="w-52"
          value={String(overrides.headerRow === undefined ? headerRow : overrides.headerRow)}
          options={headerRows(headerRow)}
          onValueChange={(value) =>
            onOverride({ headerRow: value === 'null' ? null : Number(value) })
          }
        />
      </div>
      <Section title="Map your columns">
        <p className="mb-3 max-w-text text-14 text-ink-soft">{mappingHints[category]}</p>
        <Mapping
          category={category}
          columns={columns}
          chosen={chosen}
          disabled={changing || !may.allowed}
          onChoose={choose}
        />
      </Section>
      <Section title="First rows">
        <FirstRows preview={preview} category={category} chosen={chosen} />
      </Section>
      {again && (
        <Callout icon="warning" tone="warn">
          Matching again replaces the current matches and your decisions.
        </Callout>
      )}
      {matching.isError && (
        <Callout icon="warning" tone="danger" role="alert">
          Not matched.{pointedAt === undefined ? '' : ` Column “${pointedAt.header}”:`}{' '}
          {refusalOf(matching.error)}
        </Callout>
      )}
      <ActionBar
        message={missing ?? `${formatRows(preview.rows)}. Matching is free and keeps your columns.`}
      >
        <Button
          variant="primary"
          icon="target"
          busy={matching.isPending}
          disabledReason={why}
          onClick={() => matching.mutate()}
        >
          {hasMatches(upload) && !again
            ? 'View matches'
            : `Match ${formatNumber(preview.rows)} ${preview.rows === 1 ? 'row' : 'rows'}`}
        </Button>
      </ActionBar>
    </div>
  )
}

const rowQuestion = 'Is each row a company or a person?'

const Facts = ({ preview }: { preview: Preview }) => {
  const { encoding, delimiter, rows, format } = preview
  const facts = [
    describeFormat(preview),
    ...(encoding === null ? [] : [describeEncoding(encoding)]),
    ...(delimiter === null || format === 'xlsx'
      ? []
      : [`${describeDelimiter(delimiter)}-separated`]),
    formatRows(rows),
  ]
  return <p className="min-w-0 text-14 text-ink-soft">{facts.join(' · ')}</p>
}

const headerRows = (found: number | null): { value: string; label: string }[] => [
  ...[...new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, found ?? 1])].map((row) => ({
    value: String(row),
    label: `Row ${row}`,
  })),
  { value: 'null', label: 'No header row' },
]

/** The saved mapping, if it was made for this preview; otherwise the detected mapping. */
const readInitialFields = (upload: Upload, preview: Preview): readonly (UploadField | null)[] =>
  isSeenAs(upload, preview)
    ? (upload.columns ?? []).map(({ field }) => field)
    : preview.columns.map(({ field }) => field)

const isSeenAs = ({ columns, category }: Upload, preview: Preview): boolean =>
  columns !== null &&
  category === preview.category &&
  columns.length === preview.columns.length &&
  columns.every(({ header }, index) => header === preview.columns[index]?.header)

const hasMatches = ({ state }: Upload): boolean =>
  state === 'MATCHED' || state === 'DONE' || state === 'ENRICHING' || state === 'MATCHING'

const sameAs = (
  upload: Upload,
  preview: Preview,
  chosen: readonly (UploadField | null)[],
): boolean =>
  upload.state !== 'FAILED' &&
  isSeenAs(upload, preview) &&
  (upload.columns ?? []).every(({ field }, index) => field === chosen[index])

/** The column that a validation error names: '/columns/3'. */
const columnOf = ({ errors }: ApiProblem): number | null => {
  const [, index] = /^\/columns\/(\d+)$/.exec(errors[0]?.pointer ?? '') ?? []
  return index === undefined ? null : Number(index)
}
