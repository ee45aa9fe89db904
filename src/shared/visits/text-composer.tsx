import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Composer, TextAreaField } from './composer.tsx'
import { useHalfWritten } from './half-written.ts'
import { useSave } from './use-save.ts'

/** A text about a record: a note or a report. The draft survives an accidental close, until it is saved. */
export const TextComposer = ({
  half = null,
  open,
  onOpenChange,
  title,
  label,
  action,
  before = '',
  save,
}: {
  /** The key of the draft, which lives while the page is open. */
  half?: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  label: string
  action: string
  before?: string
  save: (text: string) => Promise<unknown>
}) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const { keep, trouble } = useSave()
  const [written, write] = useHalfWritten(half)
  const text = written ?? before
  const done = async (): Promise<void> => {
    if (!(await keep(() => save(text.trim())))) return
    write(null)
    onOpenChange(false)
  }
  return (
    <Composer
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      trouble={trouble}
      initialFocus={field}
      footer={
        <Button
          variant="primary"
          onClick={() => void done()}
          disabledReason={text.trim() === '' ? 'Write something first.' : undefined}
        >
          {action}
        </Button>
      }
    >
      <TextAreaField ref={field} label={label} rows={4} value={text} onValueChange={write} />
    </Composer>
  )
}
