import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ExportTemplate } from '../../../../contract/money/downloads.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { knownColumns } from './columns.ts'
import { templatesQuery } from '../queries.ts'

export const Templates = ({
  category,
  keys,
  open,
  onUse,
}: {
  category: Category
  keys: readonly string[]
  /** Whether the column selection is open; saving requires it. */
  open: boolean
  onUse: (keys: readonly string[]) => void
}) => {
  const offline = useOffline()
  const { templates, save, remove, trouble } = useTemplates(category)
  const [naming, setNaming] = useState(false)
  const [deleted, setDeleted] = useState<ExportTemplate | null>(null)
  const now = JSON.stringify(keys)
  const known = templates.find(({ columns }) => JSON.stringify(columns) === now)
  const saveAs = (name: string, columns: readonly string[]): void => {
    save({ name, category, columns: [...columns] })
    setNaming(false)
    setDeleted(null)
  }
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      <div className="flex flex-wrap items-center gap-1.5 empty:hidden">
        {templates.map((template) => (
          <Chip
            key={template.id}
            label={template.name}
            tone={template === known ? 'accent' : 'plain'}
            icon="columns"
            verb="Use the columns of"
            onClick={() => onUse(knownColumns(category, template.columns).map(({ key }) => key))}
            onRemove={
              template.isOwner && !offline
                ? () => {
                    remove(template.id)
                    setDeleted(template)
                  }
                : undefined
            }
          />
        ))}
        {open && !naming && known === undefined && (
          <Button
            size="sm"
            variant="quiet"
            icon="bookmark"
            disabledReason={offline ? 'You need a connection to save columns.' : undefined}
            onClick={() => setNaming(true)}
          >
            Save these columns
          </Button>
        )}
      </div>
      {open && naming && (
        <NameOfTemplate onSave={(name) => saveAs(name, keys)} onCancel={() => setNaming(false)} />
      )}
      {deleted !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
          “{deleted.name}” deleted.
          <Button
            size="sm"
            variant="quiet"
            icon="undo"
            onClick={() => saveAs(deleted.name, deleted.columns)}
          >
            Undo
          </Button>
        </p>
      )}
      {trouble !== null && (
        <p role="alert" className="text-13 text-danger">
          {trouble}
        </p>
      )}
    </div>
  )
}

const NameOfTemplate = ({
  onSave,
  onCancel,
}: {
  onSave: (name: string) => void
  onCancel: () => void
}) => {
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const trimmedName = name.trim()
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmedName !== '') onSave(trimmedName)
      }}
    >
      <TextField
        label="Name for these columns"
        value={name}
        onValueChange={setName}
        maxLength={80}
        ref={field}
        className="min-w-44 flex-1"
      />
      <Button type="submit" disabledReason={trimmedName === '' ? 'Enter a name' : undefined}>
        Save
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}

const useTemplates = (category: Category) => {
  const api = useApi()
  const client = useQueryClient()
  const query = templatesQuery(api)
  const { data = [] } = useQuery(query)
  const [trouble, setTrouble] = useState<string | null>(null)
  const mutationOptions = {
    onMutate: () => setTrouble(null),
    onError: (error: Error) => setTrouble(describeFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  }
  const saving = useMutation({
    mutationKey: ['save columns'],
    mutationFn: (template: Parameters<typeof api.saveTemplate>[0]) => api.saveTemplate(template),
    ...mutationOptions,
  })
  const removing = useMutation({
    mutationKey: ['delete columns'],
    mutationFn: (id: string) => api.deleteTemplate({ id }),
    ...mutationOptions,
  })
  return {
    templates: data.filter((template) => template.category === category),
    save: saving.mutate,
    remove: removing.mutate,
    trouble,
  }
}

const describeFailure = (error: Error): string => {
  const { is, title, detail } = describeError(error)
  if (is === 'unreachable') return 'We couldn’t reach Fieldbook. Nothing changed.'
  return is === 'unknown' ? 'That didn’t work. Try again.' : detail || title
}
