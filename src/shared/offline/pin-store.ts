import { proxy } from 'valtio'

/** Why offline copies are not fetched, as a sentence by the copy's id. `page-pins.ts` writes it. */
export const pinStore = proxy<{ refused: Record<string, string> }>({ refused: {} })

const running = new Set<(pin: string) => void>()

/** Registers what fetches offline copies. Returns how to unregister. */
export const registerPinFetcher = (ask: (pin: string) => void): (() => void) => {
  running.add(ask)
  return () => void running.delete(ask)
}

export const pinNow = (pin: string): void => {
  for (const ask of running) ask(pin)
}
