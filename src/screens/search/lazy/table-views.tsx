import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Menu, type MenuGroup, type MenuItem } from '../../../ui/menu.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { defaultView, useViews } from './views.ts'

const formId = 'view-name'
const maxName = 40

/** Switches between the views of the table. */
export const TableViews = () => {
  const { shown, groups, question } = useTableViews()
  return (
    <>
      <Menu
        label={`View: ${shown}. Change the view`}
        icon="eye"
        text={
          <span className={cx('max-w-32 truncate', shown === defaultView && '@max-3xl:hidden')}>
            {shown}
          </span>
        }
        size="sm"
        variant="quiet"
        groups={groups}
      />
      {question}
    </>
  )
}

/** The name of the view that is shown, the choices of a menu, and the dialog that one of them opened. */
export const useTableViews = (): {
  shown: string
  groups: readonly MenuGroup[]
  question: ReactNode
} => {
  const views = useViews()
  const { names, shown, isChanged } = views
  const [question, setQuestion] = useState<'add' | 'rename' | 'delete' | null>(null)
  const close = (): void => setQuestion(null)
  const items = [defaultView, ...names].map((name): MenuItem => ({
    id: `view-${name}`,
    label: name,
    checked: name === shown,
    hint: name === shown && isChanged ? 'Changed' : undefined,
    onSelect: () => views.show(name),
  }))
  const ofShown: readonly MenuItem[] =
    shown === defaultView
      ? []
      : [
          ...(isChanged
            ? [{ label: 'Save changes', icon: 'check' as const, onSelect: views.saveChanges }]
            : []),
          {
            label: 'Rename view',
            icon: 'edit',
            onSelect: () => setQuestion('rename'),
          },
          {
            label: 'Delete view',
            icon: 'trash',
            danger: true,
            onSelect: () => setQuestion('delete'),
          },
        ]
  return {
    shown,
    groups: [
      { heading: 'Views', items },
      {
        items: [
          { label: 'Save as new view', icon: 'plus', onSelect: () => setQuestion('add') },
          ...ofShown,
        ],
      },
    ],
    question: (
      <>
        {(question === 'add' || question === 'rename') && (
          <ViewName
            start={question === 'rename' ? shown : ''}
            inUse={names}
            onName={(name) => {
              close()
              if (question === 'rename') views.rename(name)
              else views.add(name)
            }}
            onClose={close}
          />
        )}
        {question === 'delete' && (
          <ConfirmDialog
            open
            title={`Delete the view “${shown}”?`}
            description="Your searches and records stay as they are."
            action="Delete view"
            onConfirm={views.remove}
            onClose={close}
          />
        )}
      </>
    ),
  }
}

const ViewName = ({
  start,
  inUse,
  onName,
  onClose,
}: {
  start: string
  inUse: readonly string[]
  onName: (name: string) => void
  onClose: () => void
}) => {
  const [name, setName] = useState(start)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const submit = (): void => {
    const trimmed = name.trim()
    const others = [defaultView, ...inUse].filter((other) => other !== start)
    const isInUse = others.some((other) => other.toLowerCase() === trimmed.toLowerCase())
    if (trimmed !== '' && !isInUse) return onName(trimmed)
    setError(isInUse ? `You already have a view called “${trimmed}”.` : 'Enter a name.')
    field.current?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={start === '' ? 'Save view' : 'Rename view'}
      description={
        start === ''
          ? 'Saves the columns, their widths, the order and the row height on this device.'
          : undefined
      }
      size="sm"
      position="top"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            {start === '' ? 'Save view' : 'Rename'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          ref={field}
          label="Name"
          value={name}
          maxLength={maxName}
          placeholder="Calling"
          error={error}
          onValueChange={(next) => {
            setName(next)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
