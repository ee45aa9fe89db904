import pg from 'pg'
import type { Corrupted } from '../../tests/kit/corrupted-rows.ts'
import type { Guess } from './score.ts'

export type Baseline = { guesses: Guess[]; seconds: number }

const withRows = async <Result>(
  url: string,
  { header, rows }: Corrupted,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const columns = header.map((_, at) => `c${at}`)
    await client.query(
      `create temp table file (row int primary key, ${columns.map((name) => `${name} text`).join(', ')})`,
    )
    for (let from = 0; from < rows.length; from += 5_000) {
      const some = rows.slice(from, from + 5_000)
      const lists = header.map((_, at) => some.map((cells) => cells[at] ?? ''))
      await client.query(
        `insert into file select * from unnest($1::int[], ${header.map((_, at) => `$${at + 2}::text[]`).join(', ')})`,
        [some.map((_, at) => from + at), ...lists],
      )
    }
    await client.query('analyze file')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Like a spreadsheet's lookup: equal cells that name a single record. */
export const exactJoin = (
  url: string,
  category: 'company' | 'people',
  file: Corrupted,
): Promise<Baseline> =>
  withRows(url, file, async (client) => {
    const started = performance.now()
    const { rows } = await client.query<{ row: number; id: string }>(
      category === 'company' ? exactCompanies : exactPeople,
    )
    const seconds = (performance.now() - started) / 1000
    const found = new Map(rows.map(({ row, id }) => [row, id]))
    return {
      seconds,
      guesses: file.rows.map((_, at) => ({ accepted: found.get(at) ?? null, offered: [] })),
    }
  })

const only = (joins: string): string => `
  select row, min(id::text) as id from (${joins}) as found group by row having count(distinct id) = 1`

const exactCompanies = only(`
  select file.row, company.id from file join company on company.abn = file.c1 where file.c1 <> ''
  union select file.row, company.id from file join company on company.doc->>'domain' = file.c2 and company.name = file.c0 where file.c2 <> ''
  union select file.row, company.id from file join company on company.name = file.c0 and company.state = file.c6 where file.c6 <> ''`)

const exactPeople = only(`
  select file.row, person.id from file join person on person.contact->>'work_email' = file.c2 where file.c2 <> ''
  union select file.row, person.id from file join company on company.name = file.c3
    join person on person.company_id = company.id and person.doc->>'name' = file.c0 || ' ' || file.c1`)

/** The most similar name by pg_trgm's index, accepted from 0.8. Slow, so it takes only the first rows of the file. */
export const trigrams = (
  url: string,
  category: 'company' | 'people',
  file: Corrupted,
): Promise<Baseline> =>
  withRows(url, file, async (client) => {
    await client.query('set pg_trgm.similarity_threshold = 0.6')
    const started = performance.now()
    const { rows } = await client.query<{ row: number; id: string; alike: number }>(
      category === 'company' ? trigramCompanies : trigramPeople,
    )
    const seconds = (performance.now() - started) / 1000
    const found = new Map(rows.map((each) => [each.row, each]))
    return {
      seconds,
      guesses: file.rows.map((_, at) => {
        const best = found.get(at)
        const sure = best !== undefined && best.alike >= 0.8
        return { accepted: sure ? best.id : null, offered: best && !sure ? [best.id] : [] }
      }),
    }
  })

export const prepareTrigrams = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_trgm')
  await client.query('create index bench_company_trgm on company using gin (name gin_trgm_ops)')
  await client.query(
    `create table bench_person as
     select person.id, (person.doc->>'name') || ' ' || (person.doc->'company'->>'name') as words from person`,
  )
  await client.query(
    'create index bench_person_trgm on bench_person using gin (words gin_trgm_ops)',
  )
  await client.query('analyze bench_person')
  await client.end()
}

const trigramCompanies = `
  select file.row, best.id, best.alike from file cross join lateral (
    select id, similarity(name, file.c0) as alike from company
    where name % file.c0 order by similarity(name, file.c0) desc, (state = file.c6) desc limit 1
  ) as best where file.c0 <> ''`

const trigramPeople = `
  select file.row, best.id, best.alike from file cross join lateral (
    select id, similarity(words, file.c0 || ' ' || file.c1 || ' ' || file.c3) as alike from bench_person
    where words % (file.c0 || ' ' || file.c1 || ' ' || file.c3)
    order by similarity(words, file.c0 || ' ' || file.c1 || ' ' || file.c3) desc limit 1
  ) as best`
