import { useEffect, useRef, useState } from 'react'

/** How many parts (`data-part`) of a clamped sentence end beyond the lines it shows; `text` is all of it. */
export const useClipped = (text: string) => {
  const sentence = useRef<HTMLParagraphElement>(null)
  const [clipped, setClipped] = useState(0)
  useEffect(() => {
    const element = sentence.current
    if (element === null) return undefined
    // Called once for each observed element, too.
    const sizes = new ResizeObserver(() => setClipped(countBeyond(element)))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [text])
  return { sentence, clipped }
}

/** How far the tap area of a part reaches beyond its line, at most. */
const tapArea = 10

const countBeyond = (sentence: HTMLElement): number => {
  if (sentence.scrollHeight <= sentence.clientHeight + tapArea) return 0
  const { bottom } = sentence.getBoundingClientRect()
  return [...sentence.querySelectorAll('[data-part]')].filter(
    (part) => part.getBoundingClientRect().bottom > bottom + tapArea,
  ).length
}
