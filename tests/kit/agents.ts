import { newAgent, type AgentFields } from '../../contract/signals/agents.ts'
import { addSignals, type SignalDraft } from '../../server/signals/add-signals.ts'
import { startTestApp, today, type TestApp } from './app.ts'
import { memberOf, type Member } from './saved-work.ts'

export const noon = Date.parse(`${today}T01:00:00Z`)

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

export const agentDraft = (more: Partial<AgentFields> = {}): AgentFields => ({
  ...newAgent,
  name: 'Everything',
  quiet: null,
  minConfidence: 0,
  mostADay: 50,
  ...more,
})

export const add = (test: TestApp, drafts: readonly SignalDraft[], at: number = noon) =>
  test.db.owner.transaction().execute((trx) => addSignals(trx, drafts, new Date(at)))

export const makeAgent = async (member: Member, more: Partial<AgentFields> = {}) => {
  const { status, body } = await member.write('POST', '/signals/agents', agentDraft(more))
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as AgentFields & { id: string; version: number; waiting: number }
}

export const titles = async (member: Member): Promise<string[]> => {
  const { body } = await member.read('/notices')
  const notices: { title: string }[] = body.notices
  return notices.map(({ title }) => title)
}

export const givePlan = (test: TestApp, orgId: string, bucket: string) =>
  test.db.asOrg(orgId, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({ data: JSON.stringify({ ...data, status: 'active', planBucketId: bucket }) })
      .execute()
  })

export { memberOf }
