import type { Company, Person } from '../../contract/records/records.ts'
import type { Database } from '../platform/db/db.ts'
import { aboutOf } from './about.ts'
import { addSignals, wrongDraft, type SignalDraft } from './add-signals.ts'
import { isFeedSignal, keyOf, parseFeedLine, type Fault, type FeedSignal } from './feed-line.ts'
import { resolveEntities } from './resolve-entities.ts'

export type FeedSummary = {
  added: number
  known: number
  rejected: (Fault & { line: number })[]
}

/** Lines per transaction; after an interruption, import the file again. */
const atOnce = 500

/**
 * One JSON signal a line. Good lines are added, bad ones rejected with their number (from 1); repeating it adds nothing. Blank
 * lines are skipped.
 */
export const importSignals = async (
  db: Database,
  lines: AsyncIterable<string> | Iterable<string>,
  now: () => Date,
): Promise<FeedSummary> => {
  const summary: FeedSummary = { added: 0, known: 0, rejected: [] }
  let batch: Numbered[] = []
  const take = async (): Promise<void> => {
    await importBatch(db, batch, summary, now())
    batch = []
  }
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const parsed = parseFeedLine(text)
    if (isFeedSignal(parsed)) batch.push({ line, signal: parsed })
    else summary.rejected.push({ line, ...parsed })
    if (batch.length >= atOnce) await take()
  }
  await take()
  summary.rejected.sort((a, b) => a.line - b.line)
  return summary
}

export const feedLines = ({ added, known, rejected }: FeedSummary): string[] => [
  `${added} signals added, ${known} already known, ${rejected.length} rejected.`,
  ...rejected.slice(0, maxShown).map(({ line, pointer, detail }) => {
    const where = pointer === '' ? '' : ` ${pointer}:`
    return `  line ${line}:${where} ${detail}`
  }),
  ...(rejected.length > maxShown ? [`  and ${rejected.length - maxShown} more`] : []),
]

const maxShown = 50

type Numbered = { line: number; signal: FeedSignal }

const importBatch = (
  db: Database,
  batch: readonly Numbered[],
  summary: FeedSummary,
  now: Date,
): Promise<void> =>
  db.owner.transaction().execute(async (trx) => {
    const entities = await resolveEntities(
      trx,
      batch.map(({ signal }) => signal),
    )
    const drafts: SignalDraft[] = []
    batch.forEach(({ line, signal }, at) => {
      const resolved = entities[at]
      if (resolved === undefined) return
      if ('detail' in resolved) {
        summary.rejected.push({ line, ...resolved })
        return
      }
      const draft = draftOf(signal, resolved)
      const fault = wrongDraft(draft)
      if (fault === null) drafts.push(draft)
      else summary.rejected.push({ line, ...fault })
    })
    const { length } = await addSignals(trx, drafts, now)
    summary.added += length
    summary.known += drafts.length - length
  })

const draftOf = (
  signal: FeedSignal,
  about: { company: Company | null; person: Person | null },
): SignalDraft => {
  const { company, person } = about
  const { confidence, company: _, person: __, ...said } = signal
  const points = signal.score.reduce((sum, part) => sum + part.points, 0)
  const position = signal.position ?? person?.position
  const department = signal.department ?? person?.department
  const seniority = signal.seniority ?? person?.seniority
  return {
    ...said,
    ...aboutOf(about),
    ...(signal.location !== undefined && { location: signal.location }),
    key: keyOf(signal, company?.id ?? null, person?.id ?? null),
    confidence: confidence ?? points / 100,
    ...(position !== undefined && { position }),
    ...(department !== undefined && { department }),
    ...(seniority !== undefined && { seniority }),
  }
}
