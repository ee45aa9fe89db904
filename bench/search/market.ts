import pg from 'pg'
import {
  companyDoc,
  employerOf,
  personDoc,
  type Employer,
} from '../../contract/search/search-doc.ts'
import { demoWorld, type WorldSize } from '../../demo/world.ts'
import type { WorldItem } from '../../server/records/load.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import type { Peer } from './peer.ts'
import { loadWorld } from '../../tests/kit/market.ts'

export const loadMarket = async (
  url: string,
  size: WorldSize,
  peer: Peer | undefined,
): Promise<Database> => {
  const db = await openDatabase({ url })
  await loadWorld(db, peer ? shownTo(peer, size) : demoWorld(size))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  return db
}

function* shownTo(peer: Peer, size: WorldSize): Generator<WorldItem, void, undefined> {
  const context = { today: size.today }
  let last: ({ id: string } & Employer) | undefined
  for (const item of demoWorld(size)) {
    if ('company' in item) {
      const doc = companyDoc(item.company, context)
      last = { id: doc.id, ...employerOf(item.company, doc) }
      peer.add(doc)
    } else {
      // People follow their employer.
      const { person } = item
      const employer = person.company_id === last?.id ? last : undefined
      const own = employer && { ...employer, facets: {} }
      peer.add(personDoc(person, own, context), employer?.facets)
    }
    yield item
  }
}
