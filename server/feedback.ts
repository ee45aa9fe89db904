import * as z from 'zod/mini'
import type { Database } from './platform/db/db.ts'
import { abandonJob, completeJob, type Worker } from './platform/db/queue.ts'
import { byteOrderMark, csvLine } from './platform/csv.ts'
import { escapeHtml, type Letter, type Post } from './platform/vendors/mail.ts'

export const FeedbackCommand = z.object({ do: z.enum(['list', 'export']) })
export type FeedbackCommand = z.infer<typeof FeedbackCommand>

const listed = 50

/** `list` is for a terminal, the newest last; each line of `export` is one of a CSV file. */
export const operateFeedback = async (
  db: Database,
  { do: what }: FeedbackCommand,
): Promise<string[]> => {
  const all = await readAll(db)
  if (what === 'export') return [byteOrderMark + csvLine(headings), ...all.map(csvOf)]
  if (all.length === 0) return ['No feedback yet.']
  const last = all.slice(-listed)
  const more = all.length > listed ? [`The last ${listed} of ${all.length}:`, ''] : []
  return [...more, ...last.flatMap(blockOf)]
}

type Feedback = {
  at: Date
  kind: string
  message: string
  page: string
  deployment: string | null
  recordId: string | null
  organisation: string
  name: string
  email: string
}

/** Organisation by organisation: none sees the rows of another, not even their owner. */
const readAll = async (db: Database): Promise<Feedback[]> => {
  const customers = await db.owner.selectFrom('customer').select('org_id').execute()
  const all: Feedback[] = []
  for (const { org_id: orgId } of customers)
    all.push(...(await db.asOrg(orgId, (trx) => readFeedback(trx).execute())))
  return all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const readFeedback = (trx: Parameters<Parameters<Database['asOrg']>[1]>[0]) =>
  trx
    .selectFrom('feedback as f')
    .leftJoin('member as m', (join) =>
      join.onRef('m.org_id', '=', 'f.org_id').onRef('m.user_id', '=', 'f.user_id'),
    )
    .leftJoin('customer as c', 'c.org_id', 'f.org_id')
    .select((is) => [
      'f.created_at as at',
      'f.kind',
      'f.message',
      'f.page',
      'f.deployment',
      'f.record_id as recordId',
      is.fn.coalesce('c.name', 'f.org_id').as('organisation'),
      is.fn.coalesce('m.name', 'f.user_id').as('name'),
      is.fn.coalesce('m.email', is.val('')).as('email'),
    ])

const headings = [
  'When (UTC)',
  'Kind',
  'Company',
  'Name',
  'Email',
  'Page',
  'Version',
  'Record',
  'Text',
]

const csvOf = (row: Feedback): string =>
  csvLine([
    row.at.toISOString(),
    row.kind,
    row.organisation,
    row.name,
    row.email,
    row.page,
    row.deployment,
    row.recordId,
    row.message,
  ])

const blockOf = (row: Feedback): string[] => [
  `${when.format(row.at)}  ${row.kind}  ${writerOf(row)}`,
  ...[contextOf(row), ...row.message.split('\n')].map((line) => `  ${printable(line)}`),
  '',
]

const when = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' })

const writerOf = ({ name, email, organisation }: Feedback): string =>
  printable(`${[name, email].filter((part) => part !== '').join(', ')}, ${organisation}`)

const contextOf = ({ page, deployment, recordId }: Feedback): string =>
  [
    page,
    ...(recordId === null ? [] : [`record ${recordId}`]),
    ...(deployment === null ? [] : [`version ${deployment}`]),
  ].join(', ')

/** Users choose the text: it must not drive the terminal. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')

/** Its id is the feedback's. */
export const feedbackEmailJob = 'feedback-email'

export const feedbackEmailWorker = ({
  db,
  post,
  to,
}: {
  db: Database
  post: Post | null
  to: string | undefined
}): Worker => ({
  run: async (job) => {
    const row = await db.asOrg(job.orgId, (trx) =>
      readFeedback(trx).where('f.id', '=', job.id).executeTakeFirst(),
    )
    if (row && post && to !== undefined) await post.mailer.send(letterOf(job.id, to, row))
    await db.asOrg(job.orgId, (trx) => completeJob(trx, job))
  },
  // `npm run feedback` still lists it.
  giveUp: (job) =>
    db.asOrg(job.orgId, async (trx) => {
      await abandonJob(trx, job)
    }),
})

const letterOf = (id: string, to: string, row: Feedback): Letter => {
  const about = [writerOf(row), contextOf(row)]
  return {
    id,
    to,
    subject: `Feedback (${row.kind}) from ${printable(row.organisation)}`,
    text: `${row.message}\n\n${about.join('\n')}\n`,
    html: [row.message, ...about].map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
    unsubscribe: null,
  }
}
