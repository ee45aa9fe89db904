import type { SignalCategory } from './signals.ts'

/** Spec 3. */
export const flags = { targeting: 'signal-targeting', intent: 'signal-intent' } as const

/** Spec 6; null if the organisation may see no signals. */
export const signalPrefix = (
  isOn: (flag: string) => boolean,
): 'core' | 'targeting' | 'intent' | null => {
  const targeting = isOn(flags.targeting)
  const intent = isOn(flags.intent)
  if (targeting && intent) return 'core'
  return targeting ? 'targeting' : intent ? 'intent' : null
}

/** Product 2.7. */
export const categoriesOf = {
  core: ['company', 'people', 'intent'],
  targeting: ['company', 'people'],
  intent: ['intent'],
} as const satisfies Record<string, readonly SignalCategory[]>
