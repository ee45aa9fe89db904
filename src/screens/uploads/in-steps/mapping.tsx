import type { PreviewColumn, UploadField } from '../../../../contract/money/uploads.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { mappingReasons, fieldsOf } from '../copy.ts'

/** The field of each column: detected where possible, and editable. `chosen` is the current mapping. */
export const Mapping = ({
  category,
  columns,
  chosen,
  disabled,
  onChoose,
}: {
  category: Category
  columns: readonly PreviewColumn[]
  chosen: readonly (UploadField | null)[]
  disabled: boolean
  onChoose: (column: number, field: UploadField | null) => void
}) => {
  const fields = fieldsOf(category)
  return (
    <div className="@container rounded-md border border-line bg-card">
      <div
        aria-hidden
        className="hidden grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,17rem)] gap-4 border-b px-4 py-2.5 text-12 text-ink-faint @xl:grid"
      >
        <span>Your column</span>
        <span>Sample values</span>
        <span>Field</span>
      </div>
      <ul>
        {columns.map(({ header, examples, field, because }, index) => {
          const name = header === '' ? `Column ${index + 1}` : header
          const means = chosen[index] ?? null
          return (
            <li
              // Headings may repeat; the index does not.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className="grid gap-x-4 gap-y-1.5 border-b px-4 py-2.5 last:border-b-0 @xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,17rem)] @xl:items-center"
            >
              <span className="min-w-0 text-14 font-medium wrap-anywhere">{name}</span>
              <span className="min-w-0 truncate text-13 text-ink-soft" title={examples.join(' · ')}>
                {examples.length === 0 ? 'Empty' : examples.join(' · ')}
              </span>
              <span className="flex min-w-0 flex-col gap-1">
                <SelectField
                  label={`Field for ${name}`}
                  labelHidden
                  disabled={disabled}
                  value={means ?? ''}
                  onValueChange={(value) => onChoose(index, value === '' ? null : value)}
                  options={[
                    { value: '', label: 'Keep, don’t match' },
                    ...fields.map((each) => {
                      const at = chosen.indexOf(each.field)
                      const other = at === -1 || at === index ? null : (columns[at]?.header ?? '')
                      return {
                        value: each.field,
                        label: other === null ? each.label : `${each.label}, instead of “${other}”`,
                      }
                    }),
                  ]}
                />
                {because !== null && means !== null && means === field && (
                  <span className="flex">
                    {because === 'remembered' ? (
                      <Badge tone="accent">{mappingReasons[because]}</Badge>
                    ) : (
                      <span className="text-12 text-ink-faint">{mappingReasons[because]}</span>
                    )}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
