import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { TextField } from './text-field.tsx'

const steps = [100, 500, 1_000, 5_000]

/** Chooses the first so many of a long result at once: all of them where that may be, or any number up to `most`. */
export const SelectFirst = ({
  most,
  total,
  onSelect,
}: {
  most: number
  total: number
  onSelect: (count: number) => void
}) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu
        label="Select more"
        text="Select more"
        size="sm"
        variant="quiet"
        align="start"
        groups={[
          {
            items: [
              ...steps
                .filter((step) => step < most)
                .map((step) => ({
                  label: `First ${formatNumber(step)}`,
                  onSelect: () => onSelect(step),
                })),
              {
                label:
                  most === total ? `All ${formatNumber(total)}` : `First ${formatNumber(most)}`,
                hint:
                  most === total ? undefined : `The most you can select, of ${formatNumber(total)}`,
                onSelect: () => onSelect(most),
              },
              { label: 'Choose how many…', onSelect: () => setAsking(true) },
            ],
          },
        ]}
      />
      <HowMany
        open={asking}
        most={most}
        onClose={() => setAsking(false)}
        onSelect={(count) => {
          setAsking(false)
          onSelect(count)
        }}
      />
    </>
  )
}

const HowMany = ({
  open,
  most,
  onClose,
  onSelect,
}: {
  open: boolean
  most: number
  onClose: () => void
  onSelect: (count: number) => void
}) => {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const count = Number(typed.replaceAll(/[ ,]/g, ''))
  const fits = Number.isInteger(count) && count >= 1 && count <= most
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="sm"
      position="top"
      title="How many do you want to select?"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => (fits ? onSelect(count) : setWrong(true))}>
            Select
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (fits) onSelect(count)
          else setWrong(true)
        }}
      >
        <TextField
          label="Number"
          inputMode="numeric"
          value={typed}
          onValueChange={(next) => {
            setTyped(next)
            setWrong(false)
          }}
          hint={`Starting from the top, up to ${formatNumber(most)}.`}
          error={wrong ? `Enter a whole number from 1 to ${formatNumber(most)}.` : undefined}
        />
      </form>
    </Dialog>
  )
}
