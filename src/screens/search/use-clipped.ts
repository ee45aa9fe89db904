import { useEffect, useRef, useState } from 'react'

type Clipped = { any: boolean; excluded: readonly string[] }

/** Whether a clamped sentence has more lines than it shows, and the excluded filters in those; `text` is all of it. */
export const useClipped = (text: string) => {
  const sentence = useRef<HTMLParagraphElement>(null)
  const [clipped, setClipped] = useState<Clipped>({ any: false, excluded: [] })
  useEffect(() => {
    const element = sentence.current
    if (element === null) return undefined
    // Called once for each observed element, too.
    const sizes = new ResizeObserver(() => setClipped(measure(element)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [text])
  return { sentence, clipped }
}

/** How far the tap area of a part reaches beyond its line, at most. */
const tapArea = 10

const measure = (sentence: HTMLElement): Clipped => {
  const { bottom } = sentence.getBoundingClientRect()
  const any = sentence.scrollHeight > sentence.clientHeight + tapArea
  const excluded = [...sentence.querySelectorAll<HTMLElement>('[data-excluded]')]
    .filter((part) => any && part.getBoundingClientRect().bottom > bottom + tapArea)
    .map((part) => part.dataset['excluded'] ?? '')
  return { any, excluded }
}
