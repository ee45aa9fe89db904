import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Company, Person } from '../../../contract/records/records.ts'
import { matchJob, matchWorker } from '../../../server/uploads/match-rows.ts'
import { saveCompanies, savePeople, withTick } from '../../../server/records/store.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { alexOf, line, mapFile, matchFile, rowsOf } from '../../kit/uploads.ts'
import type { Member } from '../../kit/saved-work.ts'

const abn = '36999000010'

describe('rows of a file', () => {
  let test: TestApp
  let alex: Member
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    test = await startTestApp({ companies: 40, people: 80 })
    alex = alexOf(test)
    await plant()
  })
  afterAll(() => test.close())

  const addressIn = (state: string, postcode: string) => ({ state, postcode, country: 'AU' })
  const known: [string, Partial<Company>][] = [
    [
      'harbour',
      {
        name: 'Quokka Harbour Plumbing',
        abn,
        domain: 'quokkaharbour.example',
        hq: addressIn('WA', '6000'),
      },
    ],
    ['harbourEast', { name: 'Quokka Harbour Plumbing', hq: addressIn('NSW', '2000') }],
    ['twinOne', { name: 'Numbat Traders', hq: addressIn('VIC', '3000') }],
    ['twinTwo', { name: 'Numbat Traders', hq: addressIn('VIC', '3001') }],
    [
      'groupOne',
      { name: 'Bilby Foods', domain: 'bilbygroup.example', hq: addressIn('SA', '5000') },
    ],
    [
      'groupTwo',
      { name: 'Bilby Drinks', domain: 'bilbygroup.example', hq: addressIn('SA', '5000') },
    ],
    [
      'page',
      {
        name: 'Dunnart Design',
        social: { LinkedIn: 'https://www.linkedin.example/company/dunnart' },
      },
    ],
    ['alone', { name: 'Potoroo Paving', domain: 'potoroo.example' }],
    [
      'overseas',
      {
        name: 'Takahe Tiling',
        domain: 'takahe.example',
        hq: { state: 'Auckland', postcode: '1011', country: 'NZ' },
      },
    ],
    ['other', { name: 'Wombat Works', acn: '000000019' }],
  ]
  const staff: [string, string, string, string?, string?][] = [
    ['jane', 'Jane Quill', 'harbour', 'jane.quill@quokkaharbour.example', 'jane-quill'],
    ['ken', 'Ken Marsh', 'harbour'],
    ['ned', 'Ned Vale', 'harbour', 'ned.vale@quokkaharbour.example'],
    ['ann', 'Ann Reed', 'page'],
    ['lee', 'Lee Frost', 'twinOne'],
    ['leeTwo', 'Lee Frost', 'twinOne'],
    ['bo', 'Bo Lark', 'alone', 'shared@potoroo.example'],
    ['cy', 'Cy Dove', 'alone', 'shared@potoroo.example'],
  ]

  const plant = async (): Promise<void> => {
    const [{ doc: base }, { doc: person }] = [
      await test.db.owner.selectFrom('company').select('doc').limit(1).executeTakeFirstOrThrow(),
      await test.db.owner.selectFrom('person').select('doc').limit(1).executeTakeFirstOrThrow(),
    ]
    const {
      abn: _a,
      acn: _c,
      nzbn: _n,
      lei: _l,
      ticker: _t,
      domain: _d,
      legal_name: _g,
      hq: _h,
      ...bare
    } = base
    const companies = known.map(([key, more]): Company => {
      ids[key] = crypto.randomUUID()
      return {
        ...bare,
        id: ids[key],
        trading_names: [],
        domains: [],
        social: {},
        ...more,
      }
    })
    const people = staff.map(([key, name, at, email, page]) => {
      ids[key] = crypto.randomUUID()
      const [first_name = '', last_name = ''] = name.split(' ')
      const { linkedin_url: _u, ...rest } = person
      const doc: Person = {
        ...rest,
        id: ids[key],
        name,
        first_name,
        last_name,
        company_id: ids[at] ?? '',
        company: { name: known.find(([knownKey]) => knownKey === at)?.[1].name ?? '' },
        ...(page === undefined ? {} : { linkedin_url: `https://linkedin.example/in/${page}` }),
      }
      return { person: doc, contact: email === undefined ? {} : { work_email: email } }
    })
    await withTick(test.db, async (trx, seq) => {
      await saveCompanies(trx, companies, seq)
      await savePeople(trx, people, seq)
    })
    await test.settle()
    const unlocked = ['jane', 'bo', 'cy'].map((key) => ids[key] ?? '')
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values(
          unlocked.map((id) => ({
            org_id: harbour.id,
            category: 'people' as const,
            record_id: id,
          })),
        )
        .execute(),
    )
  }

  const outcomeOf = async (header: string, row: string, category: 'company' | 'people') => {
    const upload = await matchFile(test, alex, `${header}\n${row}\n`, category)
    const [found] = await rowsOf(alex, upload.id)
    await alex.write('DELETE', `/exchange/uploads/${upload.id}`)
    return found
  }
  const keyOf = (id: string | null): string | undefined =>
    Object.entries(ids).find(([, value]) => value === id)?.[0]

  const companies = 'Company,ABN,Website,LinkedIn,State,Postcode,Email'
  it.each<[string, string, string | undefined, number, string]>([
    ['ABN', line('Any name', '36 999 000 010'), 'harbour', 100, 'ABN agrees'],
    ['ABN as a number of a spreadsheet', line('', '36999000010'), 'harbour', 100, 'ABN agrees'],
    [
      'domain and name',
      line('QUOKKA HARBOUR PLUMBING PTY LTD', '', 'http://www.quokkaharbour.example/contact?x=1'),
      'harbour',
      97,
      'domain and name agree',
    ],
    [
      'domain and name where companies share the domain',
      line('The Bilby Drinks P/L', '', 'bilbygroup.example'),
      'groupTwo',
      97,
      'domain and name agree',
    ],
    [
      'LinkedIn page',
      line('Dunnart', '', '', 'linkedin.example/company/dunnart/about'),
      'page',
      95,
      'LinkedIn page agrees',
    ],
    [
      'domain alone',
      line('', '', 'https://www.potoroo.example'),
      'alone',
      92,
      'the only company at this domain',
    ],
    [
      'domain of an email address',
      line('Potoroo', '', '', '', '', '', 'office@potoroo.example'),
      'alone',
      92,
      'the only company at this domain',
    ],
    [
      'name and postcode',
      line('Numbat Traders Ltd', '', '', '', 'VIC', '3001'),
      'twinTwo',
      88,
      'name and postcode agree',
    ],
    [
      'name and state spelled out',
      line('quokka harbour plumbing', '', '', '', 'New South Wales'),
      'harbourEast',
      80,
      'name and state agree',
    ],
    [
      'name and website in each other’s columns',
      line('www.quokkaharbour.example', '', 'Quokka Harbour Plumbing'),
      'harbour',
      97,
      'domain and name agree',
    ],
  ])('match a company by %s', async (_, row, key, score, reason) => {
    const found = await outcomeOf(companies, row, 'company')
    expect({ key: keyOf(found.recordId), ...found }).toMatchObject({
      key,
      score,
      reason,
      state: 'accepted',
    })
  })

  it.each<[string, string, string[], RegExp]>([
    [
      'two namesakes in one state',
      line('Numbat Traders', '', '', '', 'VIC'),
      ['twinOne', 'twinTwo'],
      /2 known companies share its name and state/,
    ],
    ['a name alone', line('Dunnart Design'), ['page'], /name agrees/],
    [
      'a slip in the name',
      line('Quoka Harbour Plumbing', '', '', '', 'WA', '6000'),
      ['harbour'],
      /name 9\d% similar, postcode agrees, state agrees/,
    ],
    [
      'a postcode of both countries and no country',
      line('Takahe Tiling', '', 'takaheh.example', '', '', '1011'),
      ['overseas'],
      /^name agrees, domain differs, postcode agrees$/,
    ],
    [
      'a domain under quite another name',
      line('Zebra Finance', '', 'potoroo.example'),
      ['alone'],
      /domain agrees and name differs/,
    ],
    [
      'numbers of two companies',
      line('X', '36999000010', '', '', '', '', '', '000000019'),
      ['harbour', 'other'],
      /its ABN is that of Quokka Harbour Plumbing and its ACN that of Wombat Works/,
    ],
  ])('go to review with %s', async (_, row, keys, reason) => {
    const found = await outcomeOf(`${companies},ACN`, row, 'company')
    expect(found.state).toBe('review')
    expect(found.score).toBeGreaterThanOrEqual(60)
    expect(found.score).toBeLessThan(80)
    expect(
      found.candidates.map((candidate: { recordId: string }) => keyOf(candidate.recordId)),
    ).toEqual(expect.arrayContaining(keys))
    expect(found.reason).toMatch(reason)
  })

  it.each([
    ['an unknown name', line('Thylacine Tiling', '', 'thylacine.example')],
    ['an ABN with wrong check digits alone', line('', '36999000011')],
    ['a shared mailbox of everybody', line('', '', '', '', '', '', 'someone@gmail.com')],
    [
      'a namesake in another state',
      line('Quokka Harbor Plumbng', '', 'elsewhere.example', '', 'TAS'),
    ],
  ])('stay unmatched with %s', async (_, row) => {
    expect(await outcomeOf(companies, row, 'company')).toMatchObject({
      state: 'unmatched',
      recordId: null,
      score: 0,
    })
  })

  const people = 'First name,Last name,Email,LinkedIn,Company,Website'
  it.each<[string, string, string | undefined, number, string]>([
    [
      'email of an unlocked person',
      line('', '', 'Jane.Quill@QuokkaHarbour.example'),
      'jane',
      100,
      'email agrees',
    ],
    [
      'full name and domain, whatever the email of a locked person',
      line('Ned', 'Vale', 'ned.vale@quokkaharbour.example'),
      'ned',
      92,
      'name and company domain agree',
    ],
    [
      'LinkedIn profile',
      line('Jane', 'Quill', '', 'https://www.linkedin.example/in/jane-quill/'),
      'jane',
      98,
      'LinkedIn profile agrees',
    ],
    [
      'full name and domain',
      line('Ken', 'Marsh', '', '', '', 'www.quokkaharbour.example'),
      'ken',
      92,
      'name and company domain agree',
    ],
    [
      'surname and first name in each other’s columns',
      line('Marsh', 'Ken', '', '', '', 'quokkaharbour.example'),
      'ken',
      92,
      'name and company domain agree',
    ],
    [
      'full name and company',
      line('Ann', 'Reed', '', '', 'DUNNART DESIGN PTY LTD'),
      'ann',
      82,
      'name and company name agree',
    ],
  ])('match a person by %s', async (_, row, key, score, reason) => {
    const found = await outcomeOf(people, row, 'people')
    expect({ key: keyOf(found.recordId), ...found }).toMatchObject({
      key,
      score,
      reason,
      state: 'accepted',
    })
  })

  it('match a person by a full name in one column, surname first', async () => {
    const found = await outcomeOf('Name,Organisation', '"Reed, Ms Ann",Dunnart Design', 'people')
    expect(found).toMatchObject({ recordId: ids['ann'], score: 82 })
  })

  it.each<[string, string, string[]]>([
    [
      'two people of the name at the company',
      line('Lee', 'Frost', '', '', 'Numbat Traders'),
      ['lee', 'leeTwo'],
    ],
    ['an email address of two people', line('', '', 'shared@potoroo.example'), ['bo', 'cy']],
    [
      'an email address and another person’s name',
      line('Max', 'Power', 'jane.quill@quokkaharbour.example'),
      ['jane'],
    ],
    ['a slip in the name', line('Kan', 'Marsh', '', '', '', 'quokkaharbour.example'), ['ken']],
    ['an initial', line('K', 'Marsh', '', '', 'Quokka Harbour Plumbing'), ['ken']],
    ['a slip in the company', line('Ann', 'Reed', '', '', 'Dunart Design'), ['ann']],
  ])('go to review with %s', async (_, row, keys) => {
    const found = await outcomeOf(people, row, 'people')
    expect(found.state).toBe('review')
    expect(
      found.candidates.map((candidate: { recordId: string }) => keyOf(candidate.recordId)).sort(),
    ).toEqual(keys)
  })

  it.each([
    ['alone', line('', '', 'ned.vale@quokkaharbour.example')],
    ['and another name', line('Max', 'Power', 'ned.vale@quokkaharbour.example')],
  ])('stay unmatched with the email of a locked person %s', async (_, row) => {
    const found = await outcomeOf(people, row, 'people')
    expect(found).toMatchObject({ state: 'unmatched', recordId: null, candidates: [] })
  })

  it('say what they need where there is nothing to match them by', async () => {
    const company = await outcomeOf(companies, line('', '', '', '', 'WA'), 'company')
    expect(company.reason).toBe('needs a company name, website, LinkedIn page or official number')
    const person = await outcomeOf(people, line('Ken', 'Marsh'), 'people')
    expect(person.reason).toBe('needs an email, a LinkedIn profile, or a name and company')
  })

  it('stay unmatched with the name of a person who works elsewhere', async () => {
    const found = await outcomeOf(people, line('Ken', 'Marsh', '', '', 'Potoroo Paving'), 'people')
    expect(found.state).toBe('unmatched')
  })

  describe('deciding rows of a file', () => {
    const file = `Company,State\nNumbat Traders,VIC\nDunnart Desing,\nThylacine,\nQuokka Harbour Plumbing,WA\n`
    const decide = (id: string, decisions: object[]) =>
      alex.write('POST', `/exchange/uploads/${id}/decide`, { decisions })

    it('changes single rows, to another record and again', async () => {
      const upload = await matchFile(test, alex, file)
      expect(upload).toMatchObject({
        state: 'MATCHED',
        done: 4,
        counts: { accepted: 1, review: 2, unmatched: 1 },
      })
      const decided = await decide(upload.id, [
        { row: 1, decision: 'accept', recordId: ids['twinTwo'] },
        { row: 2, decision: 'reject' },
        { row: 3, decision: 'accept', recordId: ids['other'] },
      ])
      expect(decided.body.counts).toEqual({ accepted: 3, review: 0, unmatched: 1, duplicates: 0 })
      const rows = await rowsOf(alex, upload.id)
      expect(rows).toMatchObject([
        {
          state: 'accepted',
          recordId: ids['twinTwo'],
          score: 79,
          decided: true,
          reason: expect.stringMatching(/^chosen by hand: /),
        },
        { state: 'unmatched', recordId: null, reason: 'rejected by hand', decided: true },
        {
          state: 'accepted',
          recordId: ids['other'],
          score: 100,
          reason: 'chosen by hand',
          name: 'Wombat Works',
        },
        { state: 'accepted', decided: false },
      ])
      await decide(upload.id, [{ row: 2, decision: 'accept' }])
      expect((await rowsOf(alex, upload.id, 'accepted'))[1]).toMatchObject({
        row: 2,
        recordId: ids['page'],
      })
    })

    it('accepts all rows from a score on', async () => {
      const upload = await matchFile(test, alex, file)
      const path = `/exchange/uploads/${upload.id}/decide-all`
      const counted = await alex.write('POST', `/exchange/uploads/${upload.id}/rows`, {
        state: 'review',
        minScore: 79,
      })
      expect(counted.body).toMatchObject({ total: 1 })
      const some = await alex.write('POST', path, { decision: 'accept', minScore: 79 })
      expect(some.body).toMatchObject({
        decided: 1,
        upload: { counts: { accepted: 2, review: 1 } },
      })
      const rest = await alex.write('POST', path, { decision: 'reject' })
      expect(rest.body).toMatchObject({
        decided: 1,
        upload: { counts: { review: 0, unmatched: 2 } },
      })
    })

    it.each([
      ['a row the file has not', { row: 99, decision: 'reject' }, '/decisions/0/row'],
      [
        'a record there is not',
        { row: 1, decision: 'accept', recordId: crypto.randomUUID() },
        '/decisions/0/recordId',
      ],
      ['nothing to accept', { row: 3, decision: 'accept' }, '/decisions/0'],
    ])('refuses %s', async (_, decision, pointer) => {
      const upload = await matchFile(test, alex, file)
      expect(await decide(upload.id, [decision])).toMatchObject({
        status: 422,
        body: { errors: [{ pointer }] },
      })
      expect((await alex.read(`/exchange/uploads/${upload.id}`)).body.counts.review).toBe(2)
    })

    it('adds each record once to the list, including those accepted later', async () => {
      const upload = await matchFile(test, alex, `${file}Quokka Harbour Plumbing Pty Ltd,WA\n`)
      expect(upload.counts).toMatchObject({ accepted: 2, duplicates: 1 })
      const listed = await alex.write('POST', `/exchange/uploads/${upload.id}/list`, {
        name: 'From my file',
      })
      expect(listed).toMatchObject({
        status: 201,
        body: { kind: 'upload', count: 1, name: 'From my file' },
      })
      await decide(upload.id, [{ row: 2, decision: 'accept' }])
      const again = await alex.write('POST', `/exchange/uploads/${upload.id}/list`)
      expect(again.body).toMatchObject({ id: listed.body.id, count: 2 })
      expect((await alex.read(`/exchange/uploads/${upload.id}`)).body.listId).toBe(listed.body.id)
    })
  })

  describe('matching rows in batches', () => {
    const many = `Company,State\n${Array.from({ length: 25 }, (_, at) => (at % 3 === 0 ? 'Quokka Harbour Plumbing,WA' : `Nobody ${at},WA`)).join('\n')}\n`
    const prepare = async (): Promise<string> => {
      const upload = await matchFile(test, alex, many)
      const columns = upload.columns.map(({ field }: { field: string | null }) => field)
      // Mapped again and started, without a worker.
      await alex.write('POST', `/exchange/uploads/${upload.id}/map`, {
        category: 'company',
        columns,
      })
      await alex.write('POST', `/exchange/uploads/${upload.id}/match`)
      return upload.id
    }
    const job = (id: string) => ({
      orgId: harbour.id,
      kind: matchJob,
      id,
      claims: 1,
      failures: 0,
      holder: id,
    })
    const seen = async (id: string) => (await alex.read(`/exchange/uploads/${id}`)).body

    it('resumes after an interruption at any batch with the same outcome', async () => {
      const whole = await matchFile(test, alex, many)
      const expected = await rowsOf(alex, whole.id)
      for (let cut = 1; cut <= 6; cut++) {
        const id = await prepare()
        let batches = 0
        const broken = matchWorker({
          db: test.db,
          batch: 4,
          afterBatch: () => {
            if (++batches === cut) throw new Error('killed')
          },
        })
        await expect(broken.run(job(id))).rejects.toThrow('killed')
        expect(await seen(id)).toMatchObject({ state: 'MATCHING', done: cut * 4 })
        await matchWorker({ db: test.db, batch: 5 }).run(job(id))
        expect(await seen(id)).toMatchObject({ state: 'MATCHED', done: 25, counts: whole.counts })
        expect(await rowsOf(alex, id)).toEqual(expected)
      }
    })

    it('stores wide rows in small batches: one statement of 25 MB would stall the embedded database', async () => {
      const cells = Array.from({ length: 101 }, () => 'x'.repeat(9_901)).join(',')
      const headings = Array.from({ length: 101 }, (_, at) => (at === 0 ? 'Company' : `Note ${at}`))
      const file = `${headings.join(',')}\n${`${cells.slice(0, 999_000)}\n`.repeat(3)}`
      const id = await mapFile(test, alex, file)
      await alex.write('POST', `/exchange/uploads/${id}/match`)
      const stored: number[] = []
      await matchWorker({ db: test.db, afterBatch: (done) => void stored.push(done) }).run(job(id))
      expect(stored).toEqual([2, 3])
    })

    it('writes nothing after another worker has claimed the upload', async () => {
      const id = await prepare()
      const late = matchWorker({
        db: test.db,
        batch: 4,
        afterBatch: async (done) => {
          if (done === 8) await matchWorker({ db: test.db, batch: 10 }).run(job(id))
        },
      })
      await late.run(job(id))
      expect(await seen(id)).toMatchObject({ state: 'MATCHED', done: 25 })
      expect((await rowsOf(alex, id)).map(({ row }: { row: number }) => row)).toEqual(
        Array.from({ length: 25 }, (_, at) => at + 1),
      )
    })

    it('writes nothing from before the file was mapped and started again', async () => {
      const id = await prepare()
      const late = matchWorker({
        db: test.db,
        batch: 4,
        afterBatch: async (done) => {
          if (done !== 8) return
          const body = { category: 'company', columns: ['name', null] }
          await alex.write('POST', `/exchange/uploads/${id}/map`, body)
          await alex.write('POST', `/exchange/uploads/${id}/match`)
        },
      })
      await late.run(job(id))
      expect(await seen(id)).toMatchObject({ state: 'MATCHING', done: 0 })
      expect(await rowsOf(alex, id)).toEqual([])
      await test.work()
      expect(await seen(id)).toMatchObject({ state: 'MATCHED', done: 25 })
    })

    it('stops when the file is mapped again or deleted meanwhile', async () => {
      const id = await prepare()
      const columns = ['name', null]
      await matchWorker({
        db: test.db,
        batch: 4,
        afterBatch: async (done) => {
          if (done === 4)
            await alex.write('POST', `/exchange/uploads/${id}/map`, {
              category: 'company',
              columns,
            })
        },
      }).run(job(id))
      expect(await seen(id)).toMatchObject({ state: 'MAPPED', done: 0 })
      expect(await rowsOf(alex, id)).toEqual([])
      const other = await prepare()
      await matchWorker({
        db: test.db,
        batch: 4,
        afterBatch: async () => void (await alex.write('DELETE', `/exchange/uploads/${other}`)),
      }).run(job(other))
      expect((await alex.read(`/exchange/uploads/${other}`)).status).toBe(404)
    })

    it('fails with a reason and can be retried', async () => {
      const id = await prepare()
      await matchWorker({ db: test.db }).giveUp(job(id), new Error('nothing works'))
      const failed = await seen(id)
      expect(failed).toMatchObject({ state: 'FAILED' })
      expect(failed.reason).toMatch(/Try again/)
      await alex.write('POST', `/exchange/uploads/${id}/match`)
      await test.work()
      expect(await seen(id)).toMatchObject({ state: 'MATCHED', done: 25, reason: null })
    })
  })
})
