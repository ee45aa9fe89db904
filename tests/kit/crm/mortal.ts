import type { Connector } from '../../../server/connectors/port.ts'
import type { Access } from '../../../server/crm/access.ts'
import type { Database } from '../../../server/platform/db/db.ts'

/** A process that ends at its nth await of the database or a CRM, before or after the effect. */
export class Killed extends Error {}

export type Mortal = { db: Database; access: Access; hasEnded: () => boolean }

export const mortal = (db: Database, access: Access, lives: number): Mortal => {
  let passed = 0
  const pass = (): void => {
    passed += 1
    if (passed >= lives) throw new Killed(`killed at ${lives}`)
  }
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    pass()
    const result = await work()
    pass()
    return result
  }
  const mortalConnector = (connector: Connector): Connector => ({
    ...connector,
    owners: (api) => around(() => connector.owners(api)),
    activity: (api, activity) => around(() => connector.activity(api, activity)),
    resolveActivity: (api, activity, at) =>
      around(() => connector.resolveActivity(api, activity, at)),
  })
  return {
    db: { ...db, asOrg: (orgId, work) => around(() => db.asOrg(orgId, work)) },
    access: {
      call: (orgId, id, run) =>
        around(() => access.call(orgId, id, (api, each) => run(api, mortalConnector(each)))),
    },
    hasEnded: () => passed >= lives,
  }
}
