import { createHook } from 'node:async_hooks'
import type { Resolve } from '../../server/platform/guarded-post.ts'

/** The names of a test that needs none. */
export const noNames: Resolve = () => Promise.reject(new Error('No test reaches the network.'))

/** Where this thread tries to connect to from now on, by TCP and whatever library; those to the tests' own database are left out. */
export const watchConnects = (): {
  tried(): string[]
  /** Resolves with the first attempt: a test that wants none need not wait for what becomes of it. */
  first: Promise<'a connect'>
  stop(): void
} => {
  const attempts: object[] = []
  const { promise: first, resolve } = Promise.withResolvers<'a connect'>()
  const hook = createHook({
    init: (_, type, __, attempt) => {
      if (type !== 'TCPCONNECTWRAP') return
      attempts.push(attempt)
      queueMicrotask(() => {
        if (isOurs(attempt)) resolve('a connect')
      })
    },
  }).enable()
  return {
    first,
    tried: () => attempts.filter(isOurs).map(written),
    stop: () => void hook.disable(),
  }
}

/** Node writes where an attempt leads to right after it has begun. */
const portOf = (attempt: object): string => ('port' in attempt ? String(attempt.port) : '')
const isOurs = (attempt: object): boolean => portOf(attempt) !== databasePort
const written = (attempt: object): string =>
  `${'address' in attempt ? String(attempt.address) : ''} ${portOf(attempt)}`

const database = process.env['TEST_DATABASE_URL']
const databasePort = database === undefined ? undefined : new URL(database).port || '5432'
