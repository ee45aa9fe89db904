import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import { TextField } from '../../ui/text-field.tsx'

export const SignalSearchField = ({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string) => void
}) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The value changed elsewhere: the search was cleared from an empty list, or the user went back.
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const rested = useDebounced(typed.trim(), 300)
  const commit = useEffectEvent(() => {
    if (rested === typed.trim() && rested !== value) onChange(rested)
  })
  useEffect(() => commit(), [rested])
  return (
    <TextField
      type="search"
      label="Search signals"
      labelHidden
      icon="search"
      placeholder="Search signals"
      maxLength={120}
      clearable
      className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full"
      value={typed}
      onValueChange={setTyped}
    />
  )
}
