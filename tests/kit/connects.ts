import { createHook } from 'node:async_hooks'
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, Socket, type LookupFunction } from 'node:net'
import type { Resolve } from '../../server/platform/vendors/guarded-post.ts'

export const noNames: Resolve = () => Promise.reject(new Error('No test reaches the network.'))

/**
 * Except to the tests' database. An attempt to leave this machine is refused, so a broken guard fails its test and reaches no
 * other machine.
 */
export const watchConnects = (): {
  tried(): string[]
  first: Promise<'a connect'>
  stop(): void
} => {
  const attempts: object[] = []
  const { promise: first, resolve } = Promise.withResolvers<'a connect'>()
  const record = (attempt: object): void => {
    attempts.push(attempt)
    queueMicrotask(() => {
      if (isOurs(attempt)) resolve('a connect')
    })
  }
  const hook = createHook({
    init: (_, type, __, attempt) => {
      if (type === 'TCPCONNECTWRAP') record(attempt)
    },
  }).enable()
  const allowAll = refuseRemoteConnects(record)
  return {
    first,
    tried: () => attempts.filter(isOurs).map(written),
    stop: () => {
      allowAll()
      hook.disable()
    },
  }
}

type ConnectOptions = { host?: string; port?: number | string; lookup?: LookupFunction }

/** Every TCP connection of Node begins in `Socket.connect`. Returns a function that undoes it. */
const refuseRemoteConnects = (record: (attempt: object) => void): (() => void) => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its socket, below.
  const connect = Socket.prototype.connect
  Reflect.set(Socket.prototype, 'connect', function (this: Socket, ...args: unknown[]): Socket {
    const { options, passedOn } = readArguments(args)
    const { host = 'localhost', port, lookup = systemLookup } = options
    const refused = (address: string): Error => {
      record({ address, port })
      return new Error(`${address} is not this machine`)
    }
    if (isIP(host) !== 0 && !isLoopback(host)) return this.destroy(refused(host))
    options.lookup = (name, how, found) =>
      lookup(name, how, (error, address, family) => {
        const all: LookupAddress[] =
          typeof address === 'string' ? [{ address, family: family ?? 4 }] : address
        const remote = error === null ? all.find((each) => !isLoopback(each.address)) : undefined
        if (remote === undefined) found(error, address, family)
        else found(refused(remote.address), address, family)
      })
    return Reflect.apply(connect, this, passedOn) as Socket
  })
  return () => void Reflect.set(Socket.prototype, 'connect', connect)
}

/** `Socket.connect` takes options, a port and a host, or, from Node's own modules, an array of its arguments. */
const readArguments = (args: unknown[]): { options: ConnectOptions; passedOn: unknown[] } => {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return { options: first, passedOn: args }
  const host = typeof second === 'string' ? second : 'localhost'
  const options: ConnectOptions = { host, port: Number(first) }
  return { options, passedOn: [options, ...args.filter((each) => typeof each === 'function')] }
}

const isLoopback = (address: string): boolean => /^(?:127\.|::1$|::ffff:127\.)/.test(address)

/** Node sets the target right after an attempt starts. */
const portOf = (attempt: object): string => ('port' in attempt ? String(attempt.port) : '')
const isOurs = (attempt: object): boolean => portOf(attempt) !== databasePort
const written = (attempt: object): string =>
  `${'address' in attempt ? String(attempt.address) : ''} ${portOf(attempt)}`

const database = process.env['TEST_DATABASE_URL']
const databasePort = database === undefined ? undefined : new URL(database).port || '5432'
