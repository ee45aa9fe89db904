import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '../../lib/use-debounced.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Words in signals; they count once typing rests. */
export const SearchWords = ({
  words,
  onWords,
}: {
  words: string
  onWords: (words: string) => void
}) => {
  const [typed, setTyped] = useState(words)
  const [known, setKnown] = useState(words)
  // Changed elsewhere: by the way out of an empty list, or by going back.
  if (known !== words) {
    setKnown(words)
    if (typed.trim() !== words) setTyped(words)
  }
  const rested = useDebounced(typed.trim(), 300)
  const tell = useEffectEvent(() => {
    if (rested === typed.trim() && rested !== words) onWords(rested)
  })
  useEffect(() => tell(), [rested])
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
