import type { Company, Person } from '../../contract/records/records.ts'
import type { Database } from '../platform/db/db.ts'
import { aboutOf } from './about.ts'
import { addSignals, wrongDraft, type SignalDraft } from './adding.ts'
import { isTold, keyOf, toldSignal, type Fault, type ToldSignal } from './told-line.ts'
import { whomTheyMean } from './whom.ts'

/** What became of a feed: `added` are new, `known` were there by their key, and every other line is named with what is wrong. */
export type FeedSummary = {
  added: number
  known: number
  rejected: (Fault & { line: number })[]
}

/** Some at a time, each some in one transaction: what ends in the middle is gone on with by sending it again. */
const atOnce = 500

/**
 * Takes a bought feed in: one signal a line, as JSON. Good lines are added, bad ones rejected with their number (the first is 1), and
 * doing it again adds nothing. Blank lines are passed over.
 */
export const importSignals = async (
  db: Database,
  lines: AsyncIterable<string> | Iterable<string>,
  now: () => Date,
): Promise<FeedSummary> => {
  const summary: FeedSummary = { added: 0, known: 0, rejected: [] }
  let batch: Numbered[] = []
  const take = async (): Promise<void> => {
    await takeIn(db, batch, summary, now())
    batch = []
  }
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const told = toldSignal(text)
    if (isTold(told)) batch.push({ line, told })
    else summary.rejected.push({ line, ...told })
    if (batch.length >= atOnce) await take()
  }
  await take()
  summary.rejected.sort((a, b) => a.line - b.line)
  return summary
}

/** The same for whoever asked for it, with the first so many of what is wrong. */
export const feedLines = ({ added, known, rejected }: FeedSummary): string[] => [
  `${added} signals added, ${known} already known, ${rejected.length} rejected.`,
  ...rejected.slice(0, mostShown).map(({ line, pointer, detail }) => {
    const where = pointer === '' ? '' : ` ${pointer}:`
    return `  line ${line}:${where} ${detail}`
  }),
  ...(rejected.length > mostShown ? [`  and ${rejected.length - mostShown} more`] : []),
]

const mostShown = 50

type Numbered = { line: number; told: ToldSignal }

const takeIn = (
  db: Database,
  batch: readonly Numbered[],
  summary: FeedSummary,
  now: Date,
): Promise<void> =>
  db.owner.transaction().execute(async (trx) => {
    const whom = await whomTheyMean(
      trx,
      batch.map(({ told }) => told),
    )
    const drafts: SignalDraft[] = []
    batch.forEach(({ line, told }, at) => {
      const meant = whom[at]
      if (meant === undefined) return
      if ('detail' in meant) {
        summary.rejected.push({ line, ...meant })
        return
      }
      const draft = draftOf(told, meant)
      const fault = wrongDraft(draft)
      if (fault === null) drafts.push(draft)
      else summary.rejected.push({ line, ...fault })
    })
    const { length } = await addSignals(trx, drafts, now)
    summary.added += length
    summary.known += drafts.length - length
  })

const draftOf = (
  told: ToldSignal,
  meant: { company: Company | null; person: Person | null },
): SignalDraft => {
  const { company, person } = meant
  const { confidence, company: _, person: __, ...said } = told
  const points = told.score.reduce((sum, part) => sum + part.points, 0)
  const position = told.position ?? person?.position
  const department = told.department ?? person?.department
  const seniority = told.seniority ?? person?.seniority
  return {
    ...said,
    ...aboutOf(meant),
    ...(told.location !== undefined && { location: told.location }),
    key: keyOf(told, company?.id ?? null, person?.id ?? null),
    confidence: confidence ?? points / 100,
    ...(position !== undefined && { position }),
    ...(department !== undefined && { department }),
    ...(seniority !== undefined && { seniority }),
  }
}
