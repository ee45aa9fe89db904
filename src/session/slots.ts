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

/** A place in the page where one of Clerk's screens belongs. */
type Slot = { id: string; screen: ScreenName; node: HTMLElement; fallback: ReactNode }

/** The places in the page, so that Clerk's screens can be drawn into them once they have loaded without anything else being drawn anew. */
type Slots = {
  current: () => readonly Slot[]
  subscribe: (listener: () => void) => () => void
  /** Returns how to give the place back. */
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
      return () => change(slots.filter((one) => one !== slot))
    },
  }
}

/** The places of this page. */
export const slots = createSlots()
