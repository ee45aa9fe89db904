import { useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { useBegin } from '../../shared/records/begin.ts'
import { createList } from '../../offline/lists.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { runAction } from './run-action.ts'
import { NameDialog } from './name-dialog.tsx'

export const NewList = ({ disabledReason }: { disabledReason: string | undefined }) => {
  const local = useLocal()
  const { role } = useIdentity()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState(false)
  const [category, setCategory] = useState<Category>('company')
  const [kind, setKind] = useState<Kind>('static')
  const make = async (name: string): Promise<void> => {
    const id = await runAction(() => createList(local, { name, category, kind }))
    if (id !== undefined) navigate(links.list(id))
  }
  const ask = (): void => {
    setKind('static')
    setOpen(true)
  }
  useBegin('new list', () => {
    if (disabledReason === undefined) ask()
  })
  return (
    <>
      <Button variant="primary" icon="plus" disabledReason={disabledReason} onClick={ask}>
        New list
      </Button>
      <NameDialog
        open={open}
        title="New list"
        action="Create list"
        category={category}
        onClose={() => setOpen(false)}
        onName={(name) => void make(name)}
      >
        <Segmented
          label="Record type"
          value={category}
          options={categories}
          onValueChange={setCategory}
          className="self-start"
        />
        {role === 'admin' && (
          <div className="flex flex-col gap-1.5">
            <Segmented
              label="List type"
              value={kind}
              options={kinds}
              onValueChange={setKind}
              className="self-start"
            />
            <p className="text-13 text-ink-soft">
              {kind === 'static'
                ? 'Private to you until you share it.'
                : 'Records on this list never appear in searches or cost credits. Everyone can see it; only admins can change it.'}
            </p>
          </div>
        )}
      </NameDialog>
    </>
  )
}

type Kind = 'static' | 'suppression'

const categories: readonly { value: Category; label: string }[] = [
  { value: 'company', label: 'Companies' },
  { value: 'people', label: 'People' },
]
const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'static', label: 'Working list' },
  { value: 'suppression', label: 'Suppression list' },
]
