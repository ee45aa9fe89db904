import type { CrmState } from './state.ts'

export type Clock = { now: () => number; advance: (ms: number) => void }

/** Goes forward only. */
export const openClock = (state: CrmState, real: () => number): Clock => ({
  now: () => real() + state.offset,
  advance: (ms) => {
    if (ms < 0) throw new Error('The clock only goes forward.')
    state.offset += ms
  },
})
