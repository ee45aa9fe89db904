import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance, type Chance } from '../../kit/chance.ts'
import type { Person } from '../../../contract/records/records.ts'
import { savePeople, withTick } from '../../../server/records/store.ts'
import type { Contact } from '../../../server/platform/db/tables.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { startPaidPlan } from '../../kit/downloads.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { alexOf, line, matchFile } from '../../kit/uploads.ts'
import type { Member } from '../../kit/saved-work.ts'

const seed = Number(process.env['GUESSER_SEED'] ?? 20261123)
/** The full volume is 10,000 guesses about 500 people. */
const guesses = Number(process.env['GUESSES'] ?? 2_000)
const suspects = Math.ceil(guesses / 20)

type Known = { person: Person; contact: Contact & { work_email: string } }

/** The same cells with the true address or number, and with an invented one. */
type Guess = { about: string; right: string; wrong: string }

const header = 'First name,Last name,Email,LinkedIn,Company,Website,Mobile,Phone'

describe('a file that guesses contact details of locked people', () => {
  let test: TestApp
  let alex: Member
  let people: Known[]
  beforeAll(async () => {
    test = await startTestApp({ companies: suspects, people: suspects * 4 })
    alex = alexOf(test)
    await startPaidPlan(test)
    await addNamesakes(test)
    people = await peopleWithAddress(test)
  }, 600_000)
  afterAll(() => test.close())

  const seenOf = async (rows: readonly string[]) => {
    const upload = await matchFile(test, alex, [header, ...rows].join('\n'), 'people')
    const answers: string[] = []
    for (let from = 0; from < rows.length; from += 100) {
      const page = { from, size: 100 }
      const { body } = await alex.write('POST', `/exchange/uploads/${upload.id}/rows`, page)
      for (const { cells: _, ...answer } of body.rows) answers.push(JSON.stringify(answer))
    }
    const estimate = await alex.write('POST', '/records/estimate', {
      category: 'people',
      source: { kind: 'upload', uploadId: upload.id, fromRow: 1 },
    })
    const list = await alex.write('POST', `/exchange/uploads/${upload.id}/list`, {
      name: `Matched ${upload.id}`,
    })
    const members = await alex.write('POST', '/records', {
      category: 'people',
      size: 100,
      filters: { 'cus-list': [list.body.id] },
    })
    return {
      answers,
      besides: {
        counts: upload.counts,
        estimate: estimate.body,
        listed: list.body.count,
        members: members.body.records?.map(({ id }: { id: string }) => id),
      },
    }
  }
  const answersTo = async (all: readonly Guess[]) => {
    const right = await seenOf(all.map((guess) => guess.right))
    const wrong = await seenOf(all.map((guess) => guess.wrong))
    const confirmed = all.filter((_, at) => right.answers[at] !== wrong.answers[at])
    return { right, wrong, confirmed }
  }

  it(`gets the same answers for right and wrong guesses (seed ${seed}, ${guesses} guesses about ${suspects} people)`, async () => {
    const random = chance(seed)
    const all = Array.from({ length: guesses }, (_, at) =>
      guessAbout(random, people, at % suspects),
    )
    const { right, wrong, confirmed } = await answersTo(all)
    expect(right.answers).toHaveLength(guesses)
    expect(confirmed.slice(0, 3)).toEqual([])
    expect(right.besides).toEqual(wrong.besides)
    expect(right.besides.listed).toBeGreaterThan(0)
    expect(right.besides.members.length).toBeGreaterThan(0)
    // Rows with a real name and company still match.
    expect(right.besides.counts.accepted).toBeGreaterThan(guesses / 20)
    reportPromise({
      promise: 'I27',
      check: 'guesses at addresses and numbers of locked people in files, right and wrong ones',
      volume: guesses,
      goal: 10_000,
      seed,
      figures: { people: suspects, confirmed: confirmed.length },
    })
  }, 600_000)

  it('fails this check if addresses are confirmed, as those of unlocked people are', async () => {
    const known = people.slice(0, 10)
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values(
          known.map(({ person }) => ({
            org_id: harbour.id,
            category: 'people' as const,
            record_id: person.id,
          })),
        )
        .execute(),
    )
    const { right, confirmed } = await answersTo(
      known.map(({ person, contact }) => ({
        about: person.id,
        right: line('', '', contact.work_email),
        wrong: line('', '', altered(chance(seed), contact.work_email)),
      })),
    )
    expect(confirmed).toHaveLength(known.length)
    expect(right.answers.map((answer) => JSON.parse(answer))).toMatchObject(
      known.map(({ person }) => ({ recordId: person.id, score: 100, reason: 'email agrees' })),
    )
  }, 600_000)
})

const peopleWithAddress = async (test: TestApp): Promise<Known[]> => {
  const rows = await test.db.owner
    .selectFrom('person')
    .select(['doc', 'contact'])
    .orderBy('id')
    .execute()
  return rows.flatMap(({ doc, contact: { work_email, ...contact } }) =>
    work_email === undefined ? [] : [{ person: doc, contact: { ...contact, work_email } }],
  )
}

/** At the same company with another address: the choice between namesakes must not depend on the address. */
const addNamesakes = async (test: TestApp): Promise<void> => {
  const known = (await peopleWithAddress(test)).slice(0, Math.ceil(suspects / 4))
  const namesakes = known.map(({ person: { linkedin_url: _page, ...person }, contact }) => ({
    person: { ...person, id: crypto.randomUUID() },
    contact: { work_email: `second.${contact.work_email}` },
  }))
  await withTick(test.db, (trx, seq) => savePeople(trx, namesakes, seq))
  await test.settle()
}

/** At the same host, probably unused. */
const altered = (random: Chance, address: string): string =>
  `${address.slice(0, 1)}${random.whole(1e9).toString(36)}${address.slice(address.indexOf('@'))}`

const guessAbout = (random: Chance, people: readonly Known[], suspect: number): Guess => {
  const { person, contact } = someoneOf(people, suspect)
  const other = someoneOf(people, random.whole(people.length)).person
  const { first_name: first, last_name: last, company } = person
  const truth =
    random.is(0.4) && contact.personal_email !== undefined
      ? contact.personal_email
      : contact.work_email
  const about = random.of([
    (email: string) => line('', '', email),
    (email: string) => line(first, last, email),
    (email: string) => line(first, last, email, '', company.name),
    (email: string) => line(first, last, email, '', '', company.domain),
    (email: string) => line(`${first}e`, last, email, '', company.name),
    (email: string) => line(first.slice(0, 1), last, email, '', company.name),
    (email: string) => line(first, last, email, '', other.company.name),
    (email: string) => line(other.first_name, other.last_name, email),
    (email: string) => line(other.first_name, other.last_name, email, '', other.company.name),
    (email: string) => line('', '', email, other.linkedin_url),
    (email: string) => line('', '', email, person.linkedin_url),
    (email: string) => line('', '', email.toUpperCase(), '', company.name),
    (email: string) => line(email, '', '', '', company.name),
  ])
  if (random.is(0.2)) {
    const named = random.is(0.5)
    const numbered = (number: string): string =>
      named
        ? line(first, last, '', '', company.name, '', number, number)
        : line('', '', '', person.linkedin_url, '', '', number, number)
    const number = contact.mobile ?? contact.direct_phone ?? '+61 491 570 006'
    return { about: person.id, right: numbered(number), wrong: numbered('+61 491 570 156') }
  }
  return { about: person.id, right: about(truth), wrong: about(altered(random, truth)) }
}

const someoneOf = (people: readonly Known[], at: number): Known => {
  const known = people[at % people.length]
  if (!known) throw new Error('No person in the market has an address.')
  return known
}
