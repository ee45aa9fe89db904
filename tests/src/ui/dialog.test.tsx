import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../../../src/ui/button.tsx'
import { ConfirmDialog } from '../../../src/ui/confirm-dialog.tsx'
import { Dialog } from '../../../src/ui/dialog.tsx'
import { Menu } from '../../../src/ui/menu.tsx'
import { TextField } from '../../../src/ui/text-field.tsx'

afterEach(cleanup)

const focused = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

const Naming = ({ onSave }: { onSave: (name: string) => void }) => {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Menu
        label="Actions"
        groups={[{ items: [{ label: 'Rename', onSelect: () => setOpen(true) }] }]}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Rename"
        footer={<Button onClick={() => onSave(name)}>Save</Button>}
      >
        <TextField label="Name" value={name} onValueChange={setName} />
      </Dialog>
    </>
  )
}

describe('a dialog', () => {
  it('opened from a menu takes what is typed, with its spaces, and Enter presses the main button', async () => {
    const onSave = vi.fn<(name: string) => void>()
    render(<Naming onSave={onSave} />)
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const field = await screen.findByLabelText('Name')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('My new list{Enter}')
    expect(onSave).toHaveBeenCalledExactlyOnceWith('My new list')
  })

  it('without a field starts on its main button', async () => {
    render(
      <Dialog
        open
        onOpenChange={() => undefined}
        title="Sort by distance?"
        footer={
          <>
            <Button>Not now</Button>
            <Button variant="primary">Use my location</Button>
          </>
        }
      />,
    )
    await waitFor(() => expect(focused()).toBe('Use my location'))
  })

  it('that deletes starts on the button that keeps', async () => {
    const onConfirm = vi.fn<() => void>()
    const onClose = vi.fn<() => void>()
    render(
      <ConfirmDialog
        open
        title="Delete?"
        description=""
        action="Delete"
        {...{ onConfirm, onClose }}
      />,
    )
    await waitFor(() => expect(focused()).toBe('Cancel'))
    await userEvent.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onConfirm).not.toHaveBeenCalled()
  })
})
