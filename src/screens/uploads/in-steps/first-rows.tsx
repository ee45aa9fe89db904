import type { Preview, UploadField } from '../../../../contract/money/uploads.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { fieldsOf } from '../copy.ts'

export const FirstRows = ({
  preview,
  category,
  chosen,
}: {
  preview: Preview
  category: Category
  chosen: readonly (UploadField | null)[]
}) => {
  const labels = new Map(fieldsOf(category).map(({ field, label }) => [field, label]))
  return (
    <div
      // A scrolling table must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="First rows of the file"
      className="max-h-96 overflow-auto rounded-md border border-line bg-card scroll-quiet"
    >
      <table className="border-separate border-spacing-0 text-13">
        <thead className="sticky top-0 z-2 bg-card text-left">
          <tr className="*:border-b *:border-line">
            <th scope="col" className="sticky left-0 bg-card px-3 py-2 font-normal text-ink-faint">
              <span className="sr-only">Row</span>
            </th>
            {preview.columns.map(({ header }, index) => {
              const field = chosen[index] ?? null
              return (
                // oxlint-disable-next-line react/no-array-index-key -- headings may repeat
                <th key={index} scope="col" className="max-w-60 px-3 py-2 align-top font-medium">
                  <span className="block truncate">
                    {header === '' ? `Column ${index + 1}` : header}
                  </span>
                  <span
                    className={`block truncate text-12 font-normal ${field === null ? 'text-ink-faint' : 'text-accent-strong'}`}
                  >
                    {field === null ? 'Keep, don’t match' : labels.get(field)}
                  </span>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {preview.firstRows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have nothing but their place
            <tr key={row} className="*:border-b *:border-line last:*:border-b-0">
              <th
                scope="row"
                className="tabular sticky left-0 bg-card px-3 py-1.5 text-right font-normal text-ink-faint"
              >
                {row + 1}
              </th>
              {cells.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={index} className="max-w-60 truncate px-3 py-1.5" title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
