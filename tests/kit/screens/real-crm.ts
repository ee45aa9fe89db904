import { startWorkerApp, type WorkerApp } from './worker-app.ts'

export type CrmOrder =
  | { is: 'decide'; page: string; decision: 'allow' | 'deny' }
  | { is: 'revoke' | 'throttle' | 'states' | 'work' }
  | { is: 'plan'; connectors: number | null }

export type RealCrm = Pick<WorkerApp<CrmOrder>, 'api' | 'close'> & {
  /** Presses Allow or Deny on the CRM's page; the query with which the browser comes back. */
  decide: (page: string, decision: 'allow' | 'deny') => Promise<string>
  /** The CRM's admin removes Fieldbook, and a call finds out. */
  revoke: () => Promise<void>
  /** The CRM asks to slow down. */
  throttle: () => Promise<void>
  /** How many CRMs the plan includes. */
  include: (connectors: number | null) => Promise<void>
  /** Everything in the background is done. */
  work: () => Promise<void>
  /** Of the stored connections. */
  states: () => Promise<string>
}

/** The app with Salesloft's emulator, and Dynamics not set up. */
export const startRealCrm = async (): Promise<RealCrm> => {
  const { api, close, order } = await startWorkerApp<CrmOrder>('./tests/kit/screens/crm-worker.ts')
  const bodyOf = async (given: CrmOrder): Promise<string> => (await order(given)).body
  return {
    api,
    close,
    decide: (page, decision) => bodyOf({ is: 'decide', page, decision }),
    revoke: async () => void (await bodyOf({ is: 'revoke' })),
    throttle: async () => void (await bodyOf({ is: 'throttle' })),
    include: async (connectors) => void (await bodyOf({ is: 'plan', connectors })),
    work: async () => void (await bodyOf({ is: 'work' })),
    states: () => bodyOf({ is: 'states' }),
  }
}
