import type { ReactNode } from 'react'

export type ScreenName =
  | 'sign-in'
  | 'sign-up'
  | 'create-company'
  | 'select-customer'
  | 'users'
  | 'company'
  | 'account'
  | 'security'

type Slot = { id: string; screen: ScreenName; node: HTMLElement; fallback: ReactNode }

/** Clerk's screens are drawn into them once loaded, so that nothing else is drawn again. */
type Slots = {
  current: () => readonly Slot[]
  subscribe: (listener: () => void) => () => void
  add: (slot: Slot) => () => void
}

function createSlots(): Slots {
  let slots: readonly Slot[] = []
  const listeners = new Set<() => void>()
  const change = (next: readonly Slot[]) => {
    slots = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => slots,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (slot) => {
      change([...slots, slot])
      return () => change(slots.filter((other) => other !== slot))
    },
  }
}

export const slots = createSlots()
