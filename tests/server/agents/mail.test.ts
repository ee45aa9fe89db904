import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../../../server/platform/vendors/mail.ts'
import { harbour, type TestApp } from '../../kit/app.ts'
import { add, givePlan, makeAgent, memberOf, startAgentsApp, titles } from '../../kit/agents.ts'
import type { Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'

type ReceivedMail = { from: string; to: string[]; text: string }

const mailServer = async () => {
  const received: ReceivedMail[] = []
  const state = { refusing: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (state.refusing) return done(new Error('not now'))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

const plain = (text: string): string =>
  text.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n ', ' ')

describe('email of agents', () => {
  let test: TestApp
  let mail: Awaited<ReturnType<typeof mailServer>>
  let alex: Member
  let count = 0
  beforeAll(async () => {
    mail = await mailServer()
    const mailer = smtpMailer({ url: mail.url, from: 'Fieldbook <alerts@fieldbook.example>' })
    ;({ test } = await startAgentsApp({ post: { mailer, origin: 'https://fieldbook.example' } }))
    alex = memberOf(test, { userId: 'user_alex' })
    await givePlan(test, harbour.id, 'bkt_growth')
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('member')
        .values({
          org_id: harbour.id,
          user_id: 'user_alex',
          role: 'admin',
          role_at: new Date(),
          email: 'alex@harbour.example',
        })
        .onConflict((there) =>
          there.columns(['org_id', 'user_id']).doUpdateSet({ email: 'alex@harbour.example' }),
        )
        .execute(),
    )
  })
  beforeEach(async () => {
    mail.received.splice(0)
    mail.state.refusing = false
    await test.db.owner.deleteFrom('signal_agent').execute()
  })
  afterAll(async () => {
    await test.close()
    await mail.close()
  })

  const come = async (): Promise<void> => {
    await add(test, [draft(`mail ${count++}`, { id: crypto.randomUUID(), name: 'Canary & Sons' })])
    await test.work()
  }

  it('is sent once per run, with links to the signals and the settings', async () => {
    const name = 'Builders <b> & co'
    const agent = await makeAgent(alex, { name, channels: ['app', 'email'] })
    await come()
    expect(mail.received).toMatchObject([
      { from: 'alerts@fieldbook.example', to: ['alex@harbour.example'] },
    ])
    const text = plain(mail.received[0]?.text ?? '')
    const { body } = await alex.read('/notices')
    const [runId] = body.notices[0].opens.incrementalRunIds
    expect(text).toContain(`Message-ID: <${runId}@fieldbook.example>`)
    expect(text).toContain('Subject: 1 new hiring surge: Builders <b> & co')
    const change = `https://fieldbook.example/dashboard/signals/agent/edit?id=${agent.id}`
    expect(text).toContain(`List-Unsubscribe: <${change}>`)
    expect(text).toContain(`https://fieldbook.example/dashboard/signals?category=company`)
    expect(text).toContain(`agentId=${agent.id}`)
    expect(text).toContain(`run=${runId}`)
    expect(text).toContain('Builders &#60;b&#62; &#38; co')
    expect(text).not.toContain('Canary')
    expect((await alex.read('/signals/agents')).body.email).toBe(true)
  })

  it('is sent once however often the server checks', async () => {
    await makeAgent(alex, { channels: ['app', 'email'] })
    await come()
    await test.work()
    await test.work()
    expect(mail.received.length).toBe(1)
  })

  it('is sent only for agents with the email channel', async () => {
    await makeAgent(alex, { channels: ['app', 'push'] })
    await come()
    expect(mail.received).toEqual([])
  })

  it('is retried while the mail server refuses, with the notification in the app meanwhile', async () => {
    await makeAgent(alex, { channels: ['app', 'email'] })
    mail.state.refusing = true
    await come()
    expect((await titles(alex))[0]).toBe('1 new hiring surge')
    expect(mail.received).toEqual([])
    const job = await test.db.owner.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    expect(job).toMatchObject({ kind: 'agent-email', failures: 1 })
    mail.state.refusing = false
    await test.db.owner
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .execute()
    await test.work()
    expect(mail.received.length).toBe(1)
    expect(await test.db.owner.selectFrom('job').selectAll().execute()).toEqual([])
  })

  it('is not sent to a former member', async () => {
    await makeAgent(alex, { channels: ['app', 'email'] })
    mail.state.refusing = true
    await come()
    mail.state.refusing = false
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('member')
        .set({ ended_at: new Date(Date.now() + 1000) })
        .execute(),
    )
    await test.db.owner
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .execute()
    await test.work()
    expect(mail.received).toEqual([])
    expect(await test.db.owner.selectFrom('job').selectAll().execute()).toEqual([])
  })
})
