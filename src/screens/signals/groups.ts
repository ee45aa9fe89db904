import type { Signal } from '../../../contract/signals/signals.ts'

/** The signals of a company or, without one, of a person. */
export type Group = { id: string; signals: readonly Signal[] }

/** In the order of their first signals. */
export const groupByCompany = (signals: readonly Signal[]): Group[] =>
  [...Map.groupBy(signals, subjectOf)].map(([id, group]) => ({ id, signals: group }))

const subjectOf = ({ id, company, person }: Signal): string => company?.id ?? person?.id ?? id

/** By signal: the sentences of its hint that no signal before it shows. */
export const hintsOf = (signals: readonly Signal[]): ReadonlyMap<string, string> => {
  const shown = new Set<string>()
  return new Map(
    signals.map(({ id, why_now: hint }) => {
      const fresh = hint.split(sentenceEnd).filter((sentence) => !shown.has(sentence))
      for (const sentence of fresh) shown.add(sentence)
      return [id, fresh.join(' ')]
    }),
  )
}

const sentenceEnd = /(?<=[.!?]) /
