import { links, signalsLink } from '../../contract/links.ts'
import type { OpenedSignals } from '../../contract/signals/notifications.ts'
import type { Database } from '../platform/db/db.ts'
import type { Letter, Mailer } from '../platform/vendors/mail.ts'
import { givenUp, settled, type Worker } from '../platform/db/queue.ts'

/** E-mail as this installation sends it; `origin` is where its pages are. */
export type Post = { mailer: Mailer; origin: string }

/** Sends the e-mail of a run to the one it tells, again with growing pauses where the mail server does not take it. Nothing is sent to whoever is no member any more. */
export const emailWorker = ({ db, post }: { db: Database; post: Post | null }): Worker => ({
  run: async (job) => {
    const told = await db.asOrg(job.orgId, (trx) =>
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
    if (told && told.email !== '' && post)
      await post.mailer.send(letterOf({ ...told, runId: job.id, origin: post.origin }))
    await db.asOrg(job.orgId, (trx) => settled(trx, job))
  },
  // It is told in the app all the same.
  giveUp: (job) =>
    db.asOrg(job.orgId, async (trx) => {
      await givenUp(trx, job)
    }),
})

type Told = {
  runId: string
  title: string
  agentName: string
  opens: OpenedSignals
  email: string
  origin: string
}

/** The e-mail of a run: what was found, where to see it, and where to be told less. Counts only, as on a lock screen. */
export const letterOf = ({ runId, title, agentName, opens, email, origin }: Told): Letter => {
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
      `<p>${escaped(lines[0] ?? '')}</p>`,
      `<p><a href="${escaped(see)}">See them in Fieldbook</a></p>`,
      `<p>${escaped(lines[1] ?? '')} <a href="${escaped(change)}">Change or pause it</a></p>`,
    ].join('\n'),
    unsubscribe: change,
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
