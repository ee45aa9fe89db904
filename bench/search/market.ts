import pg from 'pg'
import type { Company } from '../../contract/records.ts'
import { companyDoc, personDoc, type SearchDoc } from '../../contract/search-doc.ts'
import { demoWorld, type WorldSize } from '../../server/domain/demo/world.ts'
import { loadWorld, type WorldItem } from '../../server/domain/records/load.ts'
import { openDatabase, type Database } from '../../server/platform/db.ts'
import type { Peer } from './peer.ts'

/** Loads the invented market into our own tables and shows every document to the peer on its way. */
export const loadMarket = async (url: string, size: WorldSize, peer: Peer): Promise<Database> => {
  const db = await openDatabase({ url })
  await loadWorld(db, shownTo(peer, size))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  return db
}

function* shownTo(peer: Peer, size: WorldSize): Generator<WorldItem, void, undefined> {
  for (const { item, doc } of documentsOf(size)) {
    peer.add(doc)
    yield item
  }
}

/** Every record of the market with its document; people come right behind their employer. */
export function* documentsOf(
  size: WorldSize,
): Generator<{ item: WorldItem; doc: SearchDoc }, void, undefined> {
  const context = { today: size.today }
  let employer: Company | undefined
  let shared: SearchDoc['facets'] = {}
  for (const item of demoWorld(size))
    if ('company' in item) {
      const doc = companyDoc(item.company, context)
      employer = item.company
      shared = doc.facets
      yield { item, doc }
    } else {
      const { person } = item
      const doc = personDoc(person, undefined, context)
      const facets = person.company_id === employer?.id ? { ...shared, ...doc.facets } : doc.facets
      yield { item, doc: { ...doc, facets } }
    }
}
