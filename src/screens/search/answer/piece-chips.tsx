import type { ReactNode } from 'react'
import { appliesTo, filterOf } from '../../../../contract/search/filters.ts'
import type { PromptAnswer, PromptPiece } from '../../../../contract/search/prompt.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { valueLabels } from '../../../../contract/search/sentence.ts'
import { Chip } from '../../../ui/chip.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { brief } from '../criteria-chips.tsx'
import { isLocation } from './merge-prompt.ts'
import { explain, useExplained } from '../prompt/prompt-state.ts'

type Labels = (identifier: string, value: string) => string | undefined
type Numbered = { piece: PromptPiece; index: number }

/** A chip for each piece of a prompt, grouped by filter; a press shows the words that it came from. */
export const PieceChips = ({
  answer,
  out,
  category,
  labels,
  onRemove,
}: {
  answer: PromptAnswer
  out: ReadonlySet<number>
  category: Category
  labels: Labels
  onRemove: (index: number) => void
}) => {
  const explained = useExplained()
  const left = answer.explain
    .map((piece, index): Numbered => ({ piece, index }))
    .filter(({ index }) => !out.has(index))
  const rests = ({ piece }: Numbered): boolean => {
    const filter = filterOf(piece.identifier)
    return category === 'company' && filter !== undefined && !appliesTo(filter, 'company')
  }
  const operators = { ...answer.operators, ...answer.resting.operators }
  const drawn = (pieces: readonly Numbered[], label: string): ReactNode =>
    pieces.length > 0 && (
      <ul aria-label={label} className="flex flex-wrap items-center gap-1.5">
        {together(pieces).map(({ piece, index }, at, all) => (
          <li key={index} className="flex max-w-full items-center gap-1.5" {...hint(piece)}>
            {joint(piece, all[at - 1]?.piece, operators)}
            <Chip
              verb="Explain"
              expanded={explained === index}
              {...chipText(piece, pieceLabels(piece, labels), answer)}
              excluded={piece.excluded}
              tone="accent"
              onClick={() => explain(explained === index ? null : index)}
              onRemove={() => onRemove(index)}
            />
          </li>
        ))}
      </ul>
    )
  const resting = left.filter(rests)
  const shown = left.find(({ index }) => index === explained)?.piece
  return (
    <>
      {drawn(
        left.filter((entry) => !rests(entry)),
        'Understood',
      )}
      {resting.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <p className="text-12 text-ink-faint">
            People filters, not used while you view companies:
          </p>
          {drawn(resting, 'Not in use')}
        </div>
      )}
      {shown !== undefined && (
        <p role="status" className="rounded-sm bg-sunken px-2 py-1.5 text-13 wrap-anywhere">
          <q className="font-medium">{shown.text}</q>: {shown.rule}
          {pieceLabels(shown, labels).length > 2 && (
            <span className="block text-ink-faint">{pieceLabels(shown, labels).join(', ')}</span>
          )}
        </p>
      )}
    </>
  )
}

const named = ({ identifier }: PromptPiece): string => filterOf(identifier)?.label ?? identifier

const pieceLabels = ({ identifier, values }: PromptPiece, labels: Labels): string[] => {
  const filter = filterOf(identifier)
  return filter ? valueLabels(filter, values, labels) : values
}

const chipText = (piece: PromptPiece, values: string[], { metadata }: PromptAnswer) => {
  const { identifier, excluded } = piece
  if (filterOf(identifier)?.kind === 'boolean') return { label: named(piece) }
  const { label, more } = brief(values)
  const { radiusKm } = metadata
  const around = radiusKm !== undefined && !excluded && isLocation(identifier)
  const after = [more ?? '', around ? `within ${radiusKm} km` : ''].filter((text) => text !== '')
  return { prefix: named(piece), label, ...(after.length > 0 && { more: after.join(' ') }) }
}

const hint = ({ text: phrase, rule }: PromptPiece) => tooltip(`“${phrase}”: ${rule}`)

const together = (pieces: readonly Numbered[]): Numbered[] => {
  const groups = new Map<string, Numbered[]>()
  for (const entry of pieces) {
    const key = groupOf(entry.piece)
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()].flat()
}

const groupOf = ({ identifier, excluded }: PromptPiece): string =>
  `${identifier} ${String(excluded)}`

const joint = (
  piece: PromptPiece,
  before: PromptPiece | undefined,
  operators: Readonly<Record<string, 'AND'>>,
): ReactNode =>
  before !== undefined &&
  groupOf(before) === groupOf(piece) && (
    <span className="text-12 font-semibold text-ink-faint">
      {operators[piece.identifier] === 'AND' && !piece.excluded ? 'and' : 'or'}
    </span>
  )
