import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from './platform/db/db.ts'
import { abandonJob, completeJob, type Worker } from './platform/db/queue.ts'
import { byteOrderMark, csvLine } from './platform/csv.ts'
import { Refusal } from './platform/refusal.ts'
import { escapeHtml, type Letter, type Post } from './platform/vendors/mail.ts'

export const FeedbackCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('list') }),
  z.object({ do: z.literal('export') }),
  z.object({ do: z.literal('picture'), id: z.uuid() }),
])
export type FeedbackCommand = z.infer<typeof FeedbackCommand>

const listed = 50

/** `list` is for a terminal, the newest last; each line of `export` is one of a CSV file; `picture` is a JPEG in base64. */
export const operateFeedback = async (
  db: Database,
  command: FeedbackCommand,
): Promise<string[]> => {
  if (command.do === 'picture') return [await readPicture(db, command.id)]
  const all = await readAll(db)
  if (command.do === 'export') return [byteOrderMark + csvLine(headings), ...all.map(csvOf)]
  if (all.length === 0) return ['No feedback yet.']
  const last = all.slice(-listed)
  const more = all.length > listed ? [`The last ${listed} of ${all.length}:`, ''] : []
  return [...more, ...last.flatMap(blockOf)]
}

const readPicture = async (db: Database, id: string): Promise<string> => {
  const row = await db.owner
    .selectFrom('feedback')
    .select('picture')
    .where('id', '=', id)
    .where('picture', 'is not', null)
    .executeTakeFirst()
  if (!row?.picture) throw new Refusal(`No feedback ${id} has a picture.`)
  return Buffer.from(row.picture).toString('base64')
}

const pictureDays = 30

/** A picture may show people who are removed later. */
export const deleteOldPictures = async (db: Database): Promise<void> => {
  const isOld = sql<boolean>`picture is not null
    and created_at < now() - make_interval(days => ${sql.lit(pictureDays)})`
  const old = await db.owner
    .selectFrom('feedback')
    .select('org_id')
    .distinct()
    .where(isOld)
    .execute()
  for (const { org_id: orgId } of old)
    await db.asOrg(orgId, (trx) =>
      trx.updateTable('feedback').set({ picture: null }).where(isOld).execute(),
    )
}

type Feedback = {
  id: string
  at: Date
  kind: string
  message: string
  page: string
  deployment: string | null
  recordId: string | null
  organisation: string
  name: string
  email: string
  hasPicture: boolean
}

/** Organisation by organisation: none sees the rows of another, and their owner only those with a picture. */
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
      'f.id',
      'f.created_at as at',
      'f.kind',
      'f.message',
      'f.page',
      'f.deployment',
      'f.record_id as recordId',
      is.fn.coalesce('c.name', 'f.org_id').as('organisation'),
      is.fn.coalesce('m.name', 'f.user_id').as('name'),
      is.fn.coalesce('m.email', is.val('')).as('email'),
      is('f.picture', 'is not', null).$castTo<boolean>().as('hasPicture'),
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
  'Picture',
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
    row.hasPicture ? row.id : '',
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

const contextOf = ({ id, page, deployment, recordId, hasPicture }: Feedback): string =>
  [
    page,
    ...(recordId === null ? [] : [`record ${recordId}`]),
    ...(deployment === null ? [] : [`version ${deployment}`]),
    ...(hasPicture ? [`picture ${id}`] : []),
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
