import { useId, useState, type DragEvent } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { fileLimits } from './copy.ts'

/** A drop area that opens the file dialog on press. Returns one file at a time; `error` says what was wrong with the last file. */
export const DropZone = ({
  title,
  onFile,
  onSeveral,
  error,
}: {
  title: string
  onFile: (file: File) => void
  onSeveral: () => void
  error?: string | undefined
}) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const [file, ...more] = files ?? []
    if (more.length > 0) onSeveral()
    else if (file !== undefined) onFile(file)
  }
  const hold = (event: DragEvent): void => {
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault()
    setOver(true)
  }
  return (
    <div>
      <label
        className={cx(
          'relative flex cursor-pointer flex-col items-center gap-2 rounded-md border-2 border-dashed px-6 py-10 text-center transition-colors sm:py-14',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-card hover:border-accent',
        )}
      >
        <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-strong">
          <Icon name="upload" size={24} />
        </span>
        <span className="text-16 font-semibold">{over ? 'Drop your file here' : title}</span>
        <span className="text-14 text-ink-soft">{fileLimits}</span>
        <span aria-hidden className={cx(buttonClass('primary'), 'mt-2')}>
          Choose a file
        </span>
        <input
          type="file"
          aria-label={title}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          // Covers the whole area, so that it receives the drop.
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          onDragEnter={hold}
          onDragOver={hold}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
          onChange={(event) => {
            take(event.currentTarget.files)
            // Resets the field, so that choosing the same file again fires a change.
            event.currentTarget.value = ''
          }}
        />
      </label>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-2 flex gap-2 text-14 text-danger">
          <Icon name="warning" size={18} className="mt-px shrink-0" />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
    </div>
  )
}
