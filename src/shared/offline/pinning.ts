import { proxy } from 'valtio'

/** Why pins are not fetched any further, in words, by the pin's id; whoever runs it writes it here. */
export const pinning = proxy<{ refused: Record<string, string> }>({ refused: {} })

const running = new Set<(pin: string) => void>()

/** Registers what fetches pins. Returns how to take it back. */
export const fetchesPins = (ask: (pin: string) => void): (() => void) => {
  running.add(ask)
  return () => void running.delete(ask)
}

/** Brings a pin up to date now. */
export const pinNow = (pin: string): void => {
  for (const ask of running) ask(pin)
}
