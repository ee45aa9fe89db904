import { useEffect, useState } from 'react'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { showToast } from '../../ui/toasts.tsx'

export type Draft = { config: AccountIntelligence; version: number }

/** Drafts by user, in memory: leaving the screen does not lose them. */
const drafts = new Map<string, Draft>()

/** The user's unsaved changes, or null. The browser asks before it closes the page with unsaved changes. */
export const useDraft = () => {
  const { userId, orgId } = useIdentity()
  const key = `${userId ?? ''} ${orgId ?? ''}`
  const [draft, setDraft] = useState<Draft | null>(() => drafts.get(key) ?? null)
  const unsaved = draft !== null
  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(
    () => () => {
      if (drafts.has(key))
        showToast({ title: 'Not saved yet. Your changes are still in Account intelligence' })
    },
    [key],
  )
  return {
    draft,
    keep: (next: Draft | null): void => {
      if (next === null) drafts.delete(key)
      else drafts.set(key, next)
      setDraft(next)
    },
  }
}

export const isSameConfig = (config: AccountIntelligence, other: AccountIntelligence): boolean =>
  JSON.stringify(sortKeys(config)) === JSON.stringify(sortKeys(other))

/** Sorts keys, because the server's JSON may order them differently. */
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([key], [other]) => (key < other ? -1 : 1))
            .map(([key, part]) => [key, sortKeys(part)]),
        )
      : value

/** What saving would drop because its name is missing, as a sentence; undefined without any. */
export const findUnnamed = ({ products, personas }: AccountIntelligence): string | undefined => {
  const product = products.findIndex(({ name, does }) => name.trim() === '' && does.trim() !== '')
  if (product >= 0) return `Name product ${product + 1}.`
  const persona = personas.findIndex(
    ({ name, seniorities, departments }) =>
      name.trim() === '' && seniorities.length + departments.length > 0,
  )
  return persona >= 0 ? `Name persona ${persona + 1}.` : undefined
}

export const tidyConfig = (config: AccountIntelligence): AccountIntelligence => ({
  ...config,
  products: config.products
    .map(({ name, does }) => ({ name: name.trim(), does: does.trim() }))
    .filter(({ name }) => name !== ''),
  valuePoints: dropEmpty(config.valuePoints),
  personas: config.personas
    .map((persona) => ({ ...persona, name: persona.name.trim() }))
    .filter(({ name }) => name !== ''),
  avoidedTerms: dropEmpty(config.avoidedTerms),
})

/** With `typed` among the words to avoid, unless it is empty, known or beyond the limit. */
export const withAvoided = (config: AccountIntelligence, typed: string): AccountIntelligence => {
  const term = typed.trim()
  const { avoidedTerms } = config
  return term === '' || avoidedTerms.includes(term) || avoidedTerms.length >= maxAvoided
    ? config
    : { ...config, avoidedTerms: [...avoidedTerms, term] }
}

const maxAvoided = 50

const dropEmpty = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '')
