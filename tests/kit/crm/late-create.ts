import { Uncertain } from '../../../server/connectors/errors.ts'
import type { Api, Connector, Write } from '../../../server/connectors/port.ts'

export type LateCreate = {
  around: (connector: Connector) => Connector
  /** When the first create counts as over, ms since 1970; infinite before it was sent. */
  overAt: () => number
  /** ms since 1970 of creates and of looks for their result. */
  creates: readonly number[]
  looks: readonly number[]
}

/** The first create is cut, and the CRM does it shortly before it counts as over: with the first call from then on. */
export const lateCreate = (now: () => number): LateCreate => {
  let late: { writes: readonly Write[]; at: number; overAt: number } | undefined
  let isDone = false
  const creates: number[] = []
  const looks: number[] = []
  const around = (connector: Connector): Connector => {
    const doLate = async (api: Api): Promise<void> => {
      if (late === undefined || isDone || now() < late.at) return
      isDone = true
      await connector.write(api, late.writes)
    }
    return {
      ...connector,
      find: async (api, ...rest) => {
        await doLate(api)
        return connector.find(api, ...rest)
      },
      resolve: async (api, ...rest) => {
        looks.push(now())
        await doLate(api)
        return connector.resolve(api, ...rest)
      },
      write: async (api, writes) => {
        await doLate(api)
        if (writes.some(({ id }) => id === undefined)) creates.push(now())
        if (late !== undefined) return connector.write(api, writes)
        const { settleMs } = connector.limits
        late = { writes, at: now() + settleMs * 0.9, overAt: now() + settleMs }
        throw new Uncertain('The connection was cut.')
      },
    }
  }
  return { around, overAt: () => late?.overAt ?? Number.POSITIVE_INFINITY, creates, looks }
}
