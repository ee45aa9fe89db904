import type { SignalCategory } from './signals.ts'

/** The flags of signals (spec 3). */
export const flags = { targeting: 'signal-targeting', intent: 'signal-intent' } as const

/** The prefix of an organisation's signal endpoints, by its flags (spec 6); null if it may see none. */
export const signalPrefix = (
  isOn: (flag: string) => boolean,
): 'core' | 'targeting' | 'intent' | null => {
  const targeting = isOn(flags.targeting)
  const intent = isOn(flags.intent)
  if (targeting && intent) return 'core'
  return targeting ? 'targeting' : intent ? 'intent' : null
}

/** The categories behind a prefix (product 2.7). */
export const categoriesOf = {
  core: ['company', 'people', 'intent'],
  targeting: ['company', 'people'],
  intent: ['intent'],
} as const satisfies Record<string, readonly SignalCategory[]>
