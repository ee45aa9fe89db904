import { useEffect, useState } from 'react'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Changes that are not saved, and the version they were made from. */
export type Draft = { config: AccountIntelligence; version: number }

/** Of everyone who was here since the page was opened: leaving the screen loses nothing. */
const held = new Map<string, Draft>()

/** One's unsaved changes; null where there are none. The browser asks before they are closed away. */
export const useDraft = () => {
  const { userId, orgId } = useIdentity()
  const key = `${userId ?? ''} ${orgId ?? ''}`
  const [draft, setDraft] = useState<Draft | null>(() => held.get(key) ?? null)
  const unsaved = draft !== null
  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(
    () => () => {
      if (held.has(key))
        showToast({ title: 'Not saved yet. Your changes are still in Account intelligence' })
    },
    [key],
  )
  return {
    draft,
    keep: (next: Draft | null): void => {
      if (next === null) held.delete(key)
      else held.set(key, next)
      setDraft(next)
    },
  }
}

export const sameConfig = (one: AccountIntelligence, other: AccountIntelligence): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))

/** The server's JSON may name the same parts in another order. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, part]) => [key, ordered(part)]),
        )
      : value

/** A configuration as it can be saved: rows that were begun and left empty are not part of it. */
export const tidiedConfig = (config: AccountIntelligence): AccountIntelligence => ({
  ...config,
  products: config.products
    .map(({ name, does }) => ({ name: name.trim(), does: does.trim() }))
    .filter(({ name }) => name !== ''),
  valuePoints: filled(config.valuePoints),
  personas: config.personas
    .map((persona) => ({ ...persona, name: persona.name.trim() }))
    .filter(({ name }) => name !== ''),
  wordsToAvoid: filled(config.wordsToAvoid),
})

const filled = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '')
