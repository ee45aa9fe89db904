import { whenIdle } from './idle.ts'

let open = 0
let waiting: (() => void)[] = []

/** Something that belongs to the first content is on its way from the device. Returns how to say that it is there, or will not be. */
export const keptComes = (): (() => void) => {
  let over = false
  open += 1
  return () => {
    if (over) return
    over = true
    open -= 1
    if (open > 0) return
    const ready = waiting
    waiting = []
    for (const look of ready) look()
  }
}

/**
 * Resolves once nothing more comes from the device and the browser has had a moment to draw it, at the latest after `limitMs`: what
 * asks elsewhere does not stand in the way of what is here.
 */
export const keptIsDrawn = (limitMs = 2_500): Promise<void> =>
  new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs)
    const look = (): void => {
      whenIdle(() => {
        if (open > 0) {
          waiting.push(look)
          return
        }
        clearTimeout(limit)
        resolve()
      })
    }
    look()
  })
