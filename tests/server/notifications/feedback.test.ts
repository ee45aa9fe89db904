import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldPictures, operateFeedback } from '../../../server/feedback.ts'
import type { Letter } from '../../../server/platform/vendors/mail.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { rowsIn } from '../../kit/downloads.ts'

let test: TestApp
const letters: Letter[] = []
beforeAll(async () => {
  const mailer = {
    send: (letter: Letter) => {
      letters.push(letter)
      return Promise.resolve()
    },
  }
  test = await startTestApp({
    companies: 0,
    parts: {
      post: { mailer, origin: 'https://fieldbook.example' },
      contacts: { feedback: 'help@fieldbook.example', privacy: undefined },
    },
  })
  await test.db.asOrg(harbour.id, (trx) =>
    trx
      .insertInto('member')
      .values({
        org_id: harbour.id,
        user_id: 'user_alex',
        role: 'admin',
        role_at: new Date(),
        name: 'Alex Example',
        email: 'alex@harbour.example',
      })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'user_id'])
          .doUpdateSet({ name: 'Alex Example', email: 'alex@harbour.example' }),
      )
      .execute(),
  )
})
afterAll(() => test.close())

const send = (feedback: object, orgId: string = harbour.id) =>
  test.ask(
    'POST',
    '/feedback',
    { kind: 'idea', page: '/dashboard', ...feedback },
    { as: { orgId } },
  )

const picture = Buffer.from([0xff, 0xd8, 0xff, 0xdb, 1, 2, 3])

describe('feedback', () => {
  it('reaches the operator by email once, with its writer, page and version', async () => {
    expect(await operateFeedback(test.db, { do: 'list' })).toEqual(['No feedback yet.'])
    const feedback = { message: 'Bigger <maps>, please', deployment: 'build-7' }
    for (const _ of [1, 2]) expect((await send(feedback)).status).toBe(201)
    await test.work()
    expect(letters).toMatchObject([
      {
        to: 'help@fieldbook.example',
        subject: 'Feedback (idea) from Harbour',
        text: 'Bigger <maps>, please\n\nAlex Example, alex@harbour.example, Harbour\n/dashboard, version build-7\n',
        html: expect.stringContaining('Bigger &#60;maps&#62;, please'),
      },
    ])
  })

  it('of every organisation is listed and exported, and drives no terminal or spreadsheet', async () => {
    await send({ kind: 'bug', message: '=1+1\n\u001b[31mred', recordId: 'r1' }, southern.id)
    const lines = await operateFeedback(test.db, { do: 'list' })
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      '  /dashboard, version build-7',
      '  Bigger <maps>, please',
      '  /dashboard, record r1',
      '  =1+1',
      '   [31mred',
    ])
    const csv = (await operateFeedback(test.db, { do: 'export' })).join('')
    expect(rowsIn(csv)).toMatchObject([
      { Company: 'Harbour', Name: 'Alex Example', Version: 'build-7', Kind: 'idea' },
      { Company: 'Southern', Kind: 'bug', Record: 'r1' },
    ])
    expect(csv).toContain(`"'=1+1`)
  })

  it('has a picture that the operator saves by its id, until it is 30 days old', async () => {
    const { id } = (
      await send({ message: 'Look', picture: picture.toString('base64') }, southern.id)
    ).body
    const save = () => operateFeedback(test.db, { do: 'picture', id })
    expect(await save()).toEqual([picture.toString('base64')])
    expect(await operateFeedback(test.db, { do: 'list' })).toContain(`  /dashboard, picture ${id}`)
    const csv = (await operateFeedback(test.db, { do: 'export' })).join('')
    expect(rowsIn(csv).find(({ Text }) => Text === 'Look')).toMatchObject({ Picture: id })
    await deleteOldPictures(test.db)
    expect(await save()).toHaveLength(1)
    await test.db.asOrg(southern.id, (trx) =>
      trx
        .updateTable('feedback')
        .set({ created_at: sql<Date>`now() - interval '31 days'` })
        .execute(),
    )
    await deleteOldPictures(test.db)
    await expect(save()).rejects.toThrow(`No feedback ${id} has a picture.`)
    expect((await operateFeedback(test.db, { do: 'list' })).join('\n')).toContain('Look')
  })

  it('is refused with what is no picture, and with more than 20 pictures in a day', async () => {
    const script = Buffer.from('<script>alert(1)</script>').toString('base64')
    const refused = { status: 422, body: { errors: [{ pointer: '/picture' }] } }
    expect(await send({ message: 'x', picture: script })).toMatchObject(refused)
    for (const n of Array(20).keys())
      expect(
        (await send({ message: `Picture ${n}`, picture: picture.toString('base64') })).status,
      ).toBe(201)
    const more = { message: 'One more', picture: picture.toString('base64') }
    expect(await send(more)).toMatchObject(refused)
    expect((await send({ message: 'One more' })).status).toBe(201)
  })
})
