import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Composer, WordsField } from './composer.tsx'
import { useHalfWritten } from './half-written.ts'
import { useKeeping } from './use-keeping.ts'

/** Words about a record: a note, what is wrong with a field. What is typed stays where it is closed by accident, until it was kept. */
export const WordsComposer = ({
  half = null,
  open,
  onOpenChange,
  title,
  label,
  action,
  before = '',
  save,
}: {
  /** What is half written is kept under this name while the page is open. */
  half?: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  label: string
  action: string
  /** The words it begins with. */
  before?: string
  save: (text: string) => Promise<unknown>
}) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const { keep, trouble } = useKeeping()
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
      <WordsField ref={field} label={label} rows={4} value={text} onValueChange={write} />
    </Composer>
  )
}
