import { links } from '../../contract/links.ts'
import type { Database } from '../platform/db/db.ts'
import { abandonJob, completeJob, type Worker } from '../platform/db/queue.ts'
import { escapeHtml, type Letter, type Post } from '../platform/vendors/mail.ts'

/** Its id is the notification's. */
export const notificationEmailJob = 'notification-email'

/** With backoff. Former members get nothing. */
export const notificationEmailWorker = ({
  db,
  post,
}: {
  db: Database
  post: Post | null
}): Worker => ({
  run: async (job) => {
    const found = await db.asOrg(job.orgId, (trx) =>
      trx
        .selectFrom('notice as n')
        .innerJoin('member as m', (join) =>
          join.onRef('m.org_id', '=', 'n.org_id').onRef('m.user_id', '=', 'n.user_id'),
        )
        .select(['n.title', 'n.detail', 'n.link', 'm.email'])
        .where('n.id', '=', job.id)
        .where('m.removed_at', 'is', null)
        .executeTakeFirst(),
    )
    if (found?.link && found.email !== '' && post)
      await post.mailer.send(
        letterOf({
          id: job.id,
          to: found.email,
          title: found.title,
          detail: found.detail ?? '',
          address: `${post.origin}${found.link}`,
          opens: found.link === links.sources() ? 'Open Sources' : 'Open Plan and billing',
        }),
      )
    await db.asOrg(job.orgId, (trx) => completeJob(trx, job))
  },
  // The notification in the app remains.
  giveUp: (job) =>
    db.asOrg(job.orgId, async (trx) => {
      await abandonJob(trx, job)
    }),
})

const reason = 'You get this email because you’re an admin of your company in Fieldbook.'

const letterOf = ({
  id,
  to,
  title,
  detail,
  address,
  opens,
}: Record<'id' | 'to' | 'title' | 'detail' | 'address' | 'opens', string>): Letter => ({
  id,
  to,
  subject: title,
  text: `${title}.\n\n${detail}\n\n${opens}: ${address}\n\n${reason}\n`,
  html: [
    `<p>${escapeHtml(title)}.</p>`,
    `<p>${escapeHtml(detail)}</p>`,
    `<p><a href="${escapeHtml(address)}">${opens}</a></p>`,
    `<p>${reason}</p>`,
  ].join('\n'),
  unsubscribe: null,
})
