import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger, type LogFn } from 'pino'
import { withoutValues } from '../../../contract/core/without-values.ts'

/**
 * Lines hold no query, link to a file, token or value of a record, so that people without access to the database may read them.
 */
export const openLog = (level: string, to: DestinationStream = pino.destination(1)): Logger =>
  pino(
    { level, serializers: { err: describeError, req: describeRequest }, hooks: { logMethod } },
    to,
  )

/** One per request. Fastify requires a class. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const status = reply.statusCode
    const line = { ...describeRequest(request), status, ms: Math.round(reply.elapsedTime) }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else request.log.info(line, 'request')
  }
}

/** An address holds names, search terms and links. */
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  address: request.address,
})

const maxFrames = 12

type Described = {
  type: string
  code?: string
  message: string
  at: string[]
  constraint?: string
  cause?: Described
}

/** An allowlist, because drivers attach statements, parameters and rows to errors, and Node attaches raw packets. */
const describeError = (error: unknown, depth = 0): Described => {
  if (!(error instanceof Error)) return { type: typeof error, message: '', at: [] }
  const code = textOf(error, 'code')
  const constraint = textOf(error, 'constraint')
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: withoutValues(error.message),
    at: framesOf(error),
    ...(constraint === undefined ? {} : { constraint }),
    ...(inner instanceof Error && depth < 3 ? { cause: describeError(inner, depth + 1) } : {}),
  }
}

/** Accepts only codes and schema names, which contain no spaces. */
const textOf = (error: Error, key: string): string | undefined => {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' && /^\w{1,80}$/.test(value) ? value : undefined
}

/** The first lines of a stack repeat the message. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at ') && /:\d+\)?$/.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim())

/** Without its own message, a line would repeat its error's whole message. */
function logMethod(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, message]: readonly unknown[] = args
  if (typeof first === 'string') return log.call(this, withoutValues(first))
  const fields = first instanceof Error ? { err: first } : first
  log.call(this, fields, typeof message === 'string' ? withoutValues(message) : 'no message')
}
