import type { Crms } from '../../server/crm/crms.ts'

export type Calls = {
  watch: (crms: Crms) => Crms
  /** Since the last call ended; 0 while a call is under way or has to wait. */
  quietMs: () => number
  /** Later calls wait until `resume`. */
  pause: () => void
  resume: () => void
}

/** Of the calls of a CRM. */
export const watchCalls = (): Calls => {
  let underWay = 0
  let endedAt = performance.now()
  let paused: PromiseWithResolvers<void> | null = null
  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await paused?.promise
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
      endedAt = performance.now()
    }
  }
  return {
    watch: (crms) => ({
      ...crms,
      find: (key) => {
        const crm = crms.find(key)
        return (
          crm && {
            ...crm,
            http: (grant) => {
              const http = crm.http(grant)
              return (call) => during(() => http(call))
            },
          }
        )
      },
    }),
    quietMs: () => (underWay > 0 || paused !== null ? 0 : performance.now() - endedAt),
    pause: () => {
      paused ??= Promise.withResolvers()
    },
    resume: () => {
      paused?.resolve()
      paused = null
    },
  }
}
