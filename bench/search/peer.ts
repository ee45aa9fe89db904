import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { orderOf, tokenize } from '../../contract/search/match.ts'
import type { Category } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { SearchRequest } from '../../server/search/engine.ts'
import { createPeerNumbers } from './peer-numbers.ts'

/**
 * PostgreSQL at its best: every value of a record as a number in one int[] column under a GIN index (gin__int_ops of intarray),
 * one && clause per filter, @> for AND, a B-tree for every order. Resolving values to numbers is untimed.
 */
export type Peer = {
  /** `shared` are facets from the document's employer. */
  add(doc: SearchDoc, shared?: SearchDoc['facets']): void
  /** False when the server lacks intarray. */
  load(url: string): Promise<boolean>
  /** Total and page separately, or both from a shared result. */
  statements(request: SearchRequest): Statement[]
}

export type Statement = readonly string[]

const categories: readonly Category[] = ['company', 'people']
const sortColumns = {
  company: ['employees', 'founded'],
  people: ['seniority', 'name', 'role_start'],
}

export const createPeer = (folder: string, wanted: boolean): Peer => {
  const numbers = createPeerNumbers()
  const files = { company: '', people: '' }
  const writers = { company: -1, people: -1 }
  for (const category of wanted ? categories : []) {
    files[category] = join(folder, `${category}.copy`)
    writers[category] = openSync(files[category], 'w', 0o644)
  }
  const buffers: Record<Category, string[]> = { company: [], people: [] }
  const flush = (category: Category): void => {
    writeSync(writers[category], buffers[category].join(''))
    buffers[category] = []
  }
  const conditionOf = (request: SearchRequest): string => {
    const { filters, operators, excluded, search, metadata } = request.criteria
    const clauses = Object.entries(filters).flatMap(([identifier, values]) => {
      const groups = values.map((value) => numbers.ofValue(request, identifier, value))
      if (operators[identifier] === 'AND')
        return groups.every((group) => group.length === 1)
          ? [`facets @> '{${groups.flat().join(',')}}'`]
          : groups.map((group) => `facets && '{${group.join(',')}}'`)
      const unknown =
        metadata.includeUnknown?.includes(identifier) === true
          ? [numbers.ofUnknown(identifier)]
          : []
      return [`facets && '{${[...groups.flat(), ...unknown].join(',')}}'`]
    })
    for (const token of tokenize(search))
      clauses.push(`facets && '{${numbers.ofPrefix(token).join(',')}}'`)
    const banned = Object.entries(excluded).flatMap(([identifier, values]) =>
      values.flatMap((value) => numbers.ofValue(request, identifier, value)),
    )
    if (banned.length > 0) clauses.push(`not facets && '{${banned.join(',')}}'`)
    return clauses.join(' and ')
  }

  return {
    add: (doc, shared) => {
      if (!wanted) return
      const { category, sort } = doc
      const columns = sortColumns[category].map((field) => String(sort[field] ?? '\\N'))
      // intarray compares sorted arrays; it is many times slower when it has to sort them itself.
      const sorted = numbers.of(doc, shared).join(',')
      buffers[category].push(`${doc.id}\t{${sorted}}\t${columns.join('\t')}\n`)
      if (buffers[category].length === 5000) flush(category)
    },
    load: async (url) => {
      for (const category of categories) {
        flush(category)
        closeSync(writers[category])
      }
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        const { rows } = await client.query(
          `select 1 from pg_available_extensions where name = 'intarray'`,
        )
        if (rows.length === 0) return false
        await client.query(`create extension if not exists intarray`)
        await client.query(`set maintenance_work_mem = '2GB'`)
        for (const [category, columns] of [
          ['company', 'employees float8, founded float8'],
          ['people', 'seniority float8, name text collate "C", role_start text collate "C"'],
        ] as const) {
          const table = `peer_${category}`
          await client.query(
            `create unlogged table ${table} (id uuid primary key, facets int[], ${columns})`,
          )
          await client.query(`copy ${table} from '${files[category]}'`)
          await client.query(`create index on ${table} using gin (facets gin__int_ops)`)
          for (const order of orders[category])
            await client.query(`create index on ${table} (${order}, id)`)
          await client.query(`vacuum analyze ${table}`)
        }
        return true
      } finally {
        await client.end()
        for (const category of categories) rmSync(files[category], { force: true })
      }
    },
    statements: (request) => {
      const { field, order } = orderOf(request.category, request.criteria, request.sorting)
      const by =
        field === 'relevance' ? (orders[request.category][0] ?? '') : `${field} ${order} nulls last`
      const from = `from peer_${request.category} where ${conditionOf(request)}`
      const page = `order by ${by}, id limit ${request.size}`
      return [
        [`select count(*) ${from}`, `select id ${from} ${page}`],
        [
          `with found as materialized (select id, ${by.split(' ')[0]} ${from})
           select (select count(*) from found) as count, array(select id from found ${page})`,
        ],
      ]
    },
  }
}

const orders: Record<Category, string[]> = {
  company: ['employees desc nulls last', 'founded desc nulls last'],
  people: ['seniority asc nulls last', 'name asc nulls last', 'role_start desc nulls last'],
}

/** What a careful administrator of such a machine would choose; they need a restart. */
export const peerSettings = [
  'shared_buffers=2GB',
  'work_mem=128MB',
  'effective_cache_size=6GB',
  'random_page_cost=1.1',
  'jit=off',
  'max_wal_size=8GB',
]
