import type { Flag } from '../../../server/flags.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { startWorkerApp, type WorkerApp } from './worker-app.ts'

export type AppOrder = { grant: number } | { happen: true } | { flag: Flag; on: boolean }

export type RealApp = Pick<WorkerApp<AppOrder>, 'api' | 'get' | 'close'> & {
  grant: (n: number) => Promise<void>
  happen: () => Promise<void>
  turn: (flag: Flag, on: boolean) => Promise<void>
}

export const startRealApp = async (): Promise<RealApp> => {
  const { order, ...app } = await startWorkerApp<AppOrder>('./tests/kit/screens/app-worker.ts')
  return {
    ...app,
    grant: async (n) => void (await order({ grant: n })),
    turn: async (flag, on) => void (await order({ flag, on })),
    happen: async () => void (await order({ happen: true })),
  }
}

/** The ids of all 300 companies of its world. */
export const everyCompany = async (api: ApiClient): Promise<string[]> => {
  const pages = await Promise.all(
    [0, 100, 200].map((from) => api.records({ category: 'company', from, size: 100 })),
  )
  return pages.flatMap(({ records }) => records.map(({ id }) => id))
}
