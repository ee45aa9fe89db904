import { useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records.ts'
import { useLocal } from '../../lib/device.tsx'
import { createList } from '../../local/lists.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { acting } from './acting.ts'
import { NameDialog } from './name-dialog.tsx'

/** Makes an empty list and opens it. */
export const NewList = () => {
  const local = useLocal()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState(false)
  const [category, setCategory] = useState<Category>('company')
  const make = async (name: string): Promise<void> => {
    const id = await acting(() => createList(local, { name, category }))
    if (id !== undefined) navigate(links.list(id))
  }
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        New list
      </Button>
      <NameDialog
        open={open}
        title="New list"
        action="Make list"
        onClose={() => setOpen(false)}
        onName={(name) => void make(name)}
      >
        <Segmented
          label="What it holds"
          value={category}
          options={categories}
          onValueChange={setCategory}
          className="self-start"
        />
      </NameDialog>
    </>
  )
}

const categories: readonly { value: Category; label: string }[] = [
  { value: 'company', label: 'Companies' },
  { value: 'people', label: 'People' },
]
