import { links, signalsLink } from '../../contract/links.ts'
import type { OpenedSignals } from '../../contract/signals/notifications.ts'
import type { Database } from '../platform/db/db.ts'
import { escapeHtml, type Letter, type Post } from '../platform/vendors/mail.ts'
import { abandonJob, completeJob, type Worker } from '../platform/db/queue.ts'

/** With backoff. Former members get nothing. */
export const emailWorker = ({ db, post }: { db: Database; post: Post | null }): Worker => ({
  run: async (job) => {
    const notification = await db.asOrg(job.orgId, (trx) =>
      trx
        .selectFrom('notice as n')
        .innerJoin('member as m', (join) =>
          join.onRef('m.org_id', '=', 'n.org_id').onRef('m.user_id', '=', 'n.user_id'),
        )
        .select(['n.title', 'n.agent_name as agentName', 'n.opens', 'm.email'])
        .where('n.run_id', '=', job.id)
        .where('m.removed_at', 'is', null)
        .executeTakeFirst(),
    )
    const { agentName, opens } = notification ?? {}
    if (notification && agentName && opens && notification.email !== '' && post)
      await post.mailer.send(
        letterOf({ ...notification, agentName, opens, runId: job.id, origin: post.origin }),
      )
    await db.asOrg(job.orgId, (trx) => completeJob(trx, job))
  },
  // The notification in the app remains.
  giveUp: (job) =>
    db.asOrg(job.orgId, async (trx) => {
      await abandonJob(trx, job)
    }),
})

type AgentEmail = {
  runId: string
  title: string
  agentName: string
  opens: OpenedSignals
  email: string
  origin: string
}

/** Counts only, like a lock screen. */
export const letterOf = ({ runId, title, agentName, opens, email, origin }: AgentEmail): Letter => {
  const see = `${origin}${signalsLink(opens)}`
  const change = `${origin}${links.editAgent(opens.agentId)}`
  const lines = [
    `Your agent '${agentName}' found ${title}.`,
    'You get this email because it’s turned on for this agent.',
  ]
  return {
    id: runId,
    to: email,
    subject: `${title}: ${agentName}`,
    text: `${lines[0]}\n\nSee them: ${see}\n\n${lines[1]}\nChange or pause it: ${change}\n`,
    html: [
      `<p>${escapeHtml(lines[0] ?? '')}</p>`,
      `<p><a href="${escapeHtml(see)}">See them in Fieldbook</a></p>`,
      `<p>${escapeHtml(lines[1] ?? '')} <a href="${escapeHtml(change)}">Change or pause it</a></p>`,
    ].join('\n'),
    unsubscribe: change,
  }
}
