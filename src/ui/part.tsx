import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose code is fetched when it is first drawn, with `standIn` in its place until then; one that is here already is
 * drawn at once. What goes wrong while fetching is thrown to the nearest boundary, and asked for again by whoever draws it next.
 *
 * Not React.lazy: React shows what was suspended at most every 300 ms, and a start passes several such steps (decision 014).
 */
export const part = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  standIn: ReactNode = null,
): ((props: Props) => ReactNode) => {
  let here: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const fetched = (): Promise<void> =>
    (coming ??= load()
      .then((found) => {
        here = found
      })
      .finally(() => {
        coming = null
      }))
  return (props) => {
    const [View, setView] = useState(() => here)
    const [trouble, setTrouble] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (View !== null) return
      let gone = false
      const arrived = (): void => {
        // Drawn in slices, so that a finger is answered meanwhile.
        if (!gone) startTransition(() => setView(() => here))
      }
      if (here !== null) arrived()
      else fetched().then(arrived, (error: unknown) => gone || setTrouble({ error }))
      return () => {
        gone = true
      }
    }, [View])
    if (trouble) throw trouble.error
    return View === null ? standIn : <View {...props} />
  }
}
