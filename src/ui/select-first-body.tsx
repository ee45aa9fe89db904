import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { TextField } from './text-field.tsx'

const steps = [100, 500, 1_000, 5_000]

/** Selects the first results at once: all of them where allowed, or any number up to `max`. */
export const SelectFirst = ({
  max,
  total,
  onSelect,
}: {
  max: number
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
                .filter((step) => step < max)
                .map((step) => ({
                  label: `First ${formatNumber(step)}`,
                  onSelect: () => onSelect(step),
                })),
              {
                label: max === total ? `All ${formatNumber(total)}` : `First ${formatNumber(max)}`,
                hint:
                  max === total ? undefined : `The most you can select, of ${formatNumber(total)}`,
                onSelect: () => onSelect(max),
              },
              { label: 'Choose how many…', onSelect: () => setAsking(true) },
            ],
          },
        ]}
      />
      <HowMany
        open={asking}
        max={max}
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
  max,
  onClose,
  onSelect,
}: {
  open: boolean
  max: number
  onClose: () => void
  onSelect: (count: number) => void
}) => {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const count = Number(typed.replaceAll(/[ ,]/g, ''))
  const fits = Number.isInteger(count) && count >= 1 && count <= max
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
          hint={`Starting from the top, up to ${formatNumber(max)}.`}
          error={wrong ? `Enter a whole number from 1 to ${formatNumber(max)}.` : undefined}
        />
      </form>
    </Dialog>
  )
}
