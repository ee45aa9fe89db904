import { newAgent, type AgentFields } from '../../contract/signals/agents.ts'
import { addSignals, type SignalDraft } from '../../server/signals/adding.ts'
import { startTestApp, today, type TestApp } from './app.ts'
import { memberOf, type Member } from './saved-work.ts'

/** Noon in Sydney on the day of the demo world. */
export const noon = Date.parse(`${today}T01:00:00Z`)

/** The app with a clock that the test turns. */
export const startAgentsApp = async (
  parts: NonNullable<Parameters<typeof startTestApp>[0]>['parts'] = {},
) => {
  const clock = { at: noon }
  const test = await startTestApp({
    companies: 40,
    people: 80,
    parts: { now: () => clock.at, ...parts },
  })
  return { test, clock }
}

/** An agent that hears of every company signal at any hour, with what a test is about laid over it. */
export const watching = (more: Partial<AgentFields> = {}): AgentFields => ({
  ...newAgent,
  name: 'Everything',
  quiet: null,
  minConfidence: 0,
  mostADay: 50,
  ...more,
})

export const add = (test: TestApp, drafts: readonly SignalDraft[], at: number = noon) =>
  test.db.owner.transaction().execute((trx) => addSignals(trx, drafts, new Date(at)))

/** Makes an agent and answers it. */
export const makeAgent = async (member: Member, more: Partial<AgentFields> = {}) => {
  const { status, body } = await member.write('POST', '/signals/agents', watching(more))
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as AgentFields & { id: string; version: number; waiting: number }
}

/** The titles of somebody's notices, the newest first. */
export const titles = async (member: Member): Promise<string[]> => {
  const { body } = await member.read('/notices')
  const notices: { title: string }[] = body.notices
  return notices.map(({ title }) => title)
}

/** Gives an organisation a plan with room for more than one agent. */
export const givePlan = (test: TestApp, orgId: string, bucket: string) =>
  test.db.asOrg(orgId, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({ data: JSON.stringify({ ...data, planBucketId: bucket }) })
      .execute()
  })

export { memberOf }
