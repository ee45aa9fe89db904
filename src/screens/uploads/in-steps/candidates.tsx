import type { MatchCandidate, Upload, UploadRow } from '../../../../contract/money/uploads.ts'
import { recordLink } from '../../../../contract/links.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { lookedUpBy } from './own-cells.ts'
import { Score } from './score.tsx'

/** A row of the user's file beside its candidates. `chosen` is the candidate that an acceptance would take. */
export const RowAndCandidates = ({
  upload,
  row,
  chosen,
  onChoose,
  keys = false,
}: {
  upload: Upload
  row: UploadRow
  chosen: string | null
  onChoose: (recordId: string) => void
  /** Shows the number keys that choose a candidate. */
  keys?: boolean
}) => (
  <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] sm:gap-6">
    <section aria-label={`Row ${row.row} of your file`} className="min-w-0">
      <h2 className="text-12 font-medium text-ink-faint">Your row {row.row}</h2>
      <dl className="mt-1 flex flex-col">
        {lookedUpBy(upload, row).map(({ header, value }) => (
          <div
            key={header}
            className="grid grid-cols-[minmax(5rem,2fr)_3fr] gap-3 border-b border-line py-1.5 text-14 last:border-b-0"
          >
            <dt className="min-w-0 truncate text-ink-faint" title={header}>
              {header}
            </dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
    <fieldset className="min-w-0">
      <legend className="text-12 font-medium text-ink-faint">
        {row.candidates.length === 0 ? 'No similar records' : 'Possible matches'}
      </legend>
      <div className="mt-1 flex flex-col gap-2">
        {row.candidates.map((candidate, index) => (
          <Candidate
            key={candidate.recordId}
            candidate={candidate}
            category={upload.category}
            group={`row-${row.row}`}
            number={keys ? index + 1 : null}
            checked={candidate.recordId === chosen}
            onChoose={() => onChoose(candidate.recordId)}
          />
        ))}
      </div>
    </fieldset>
  </div>
)

const Candidate = ({
  candidate: { recordId, name, detail, score, reason },
  category,
  group,
  number,
  checked,
  onChoose,
}: {
  candidate: MatchCandidate
  category: Upload['category']
  group: string
  number: number | null
  checked: boolean
  onChoose: () => void
}) => (
  <div
    className={cx(
      'flex items-start rounded-md border transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      checked ? 'border-accent bg-accent-soft' : 'border-line bg-card hover:border-line-strong',
    )}
  >
    <label className="flex min-h-control min-w-0 flex-1 cursor-pointer items-start gap-3 py-2.5 pl-3">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 cursor-pointer accent-accent outline-none"
      />
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="text-14 font-medium wrap-anywhere">{name}</span>
        {detail !== '' && <span className="text-13 text-ink-soft wrap-anywhere">{detail}</span>}
        <Score score={score} reason={reason} />
      </span>
    </label>
    <span className="flex shrink-0 items-center">
      {number !== null && (
        <span className="max-lg:hidden">
          <Kbd>{number}</Kbd>
        </span>
      )}
      <a
        href={recordLink(category, recordId)}
        // A new tab keeps the review open.
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${name} in a new tab`}
        className="grid size-control place-items-center rounded-sm text-ink-faint hover:text-ink"
      >
        <Icon name="external" size={16} />
      </a>
    </span>
  </div>
)
