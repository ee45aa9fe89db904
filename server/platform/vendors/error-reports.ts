import { randomUUID } from 'node:crypto'
import type { DestinationStream } from 'pino'
import * as z from 'zod/mini'

export type ErrorReportsParts = {
  dsn: string
  release: string
  fetch: typeof fetch
  now: () => number
}

/**
 * Passes the log on, and sends its errors to Sentry: only what the log itself may hold (`process/log.ts`). Nothing waits for
 * Sentry, and a failure is dropped.
 */
export const reportErrors = (
  to: DestinationStream,
  { dsn, release, fetch, now }: ErrorReportsParts,
): DestinationStream => {
  const address = envelopeAddress(dsn)
  let open = 0
  let pausedUntil = 0
  const send = async (line: Line): Promise<void> => {
    open += 1
    try {
      const { status, headers } = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body: envelopeOf(line, release),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (status === 429) pausedUntil = now() + (Number(headers.get('retry-after')) || 60) * 1_000
    } catch {
      // Reports of reports would not end.
    } finally {
      open -= 1
    }
  }
  return {
    write: (text) => {
      to.write(text)
      if (!isError.test(text) || open >= maxOpen || now() < pausedUntil) return
      const line = z.safeParse(Line, JSON.parse(text))
      if (line.success) void send(line.data)
    },
  }
}

/** The levels error and fatal. */
const isError = /^\{"level":[56]0,/
const maxOpen = 5
const patienceMs = 5_000

const Line = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string(),
  err: z.optional(
    z.object({ type: z.string(), message: z.string(), at: z._default(z.array(z.string()), []) }),
  ),
  reqId: z.optional(z.string()),
  route: z.nullish(z.string()),
  userId: z.nullish(z.string()),
  orgId: z.nullish(z.string()),
})
type Line = z.infer<typeof Line>

/** https://<key>@<host>/<project> */
const envelopeAddress = (dsn: string): string => {
  const { protocol, host, pathname, username } = new URL(dsn)
  const [project = '', ...folders] = pathname.split('/').toReversed()
  const folder = folders.toReversed().join('/')
  return `${protocol}//${host}${folder}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`
}

/** https://develop.sentry.dev/sdk/data-model/envelopes/ */
const envelopeOf = ({ level, time, msg, err, ...line }: Line, release: string): string => {
  const id = randomUUID().replaceAll('-', '')
  const exception = err && {
    type: err.type,
    value: err.message,
    stacktrace: { frames: err.at.flatMap(frameOf).toReversed() },
  }
  const event = {
    event_id: id,
    timestamp: time / 1_000,
    platform: 'node',
    level: level === 60 ? 'fatal' : 'error',
    logger: 'server',
    release,
    message: msg,
    ...(exception && { exception: { values: [exception] } }),
    ...(line.userId && { user: { id: line.userId } }),
    tags: { route: line.route, request: line.reqId, organisation: line.orgId },
  }
  return [{ event_id: id }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n')
}

/** `at name (file:///…/server/app.ts:1:2)`; the folder of the installation is its own affair. */
const frameOf = (text: string) => {
  const [, name = '?', file, line, column] =
    /^at (?:(.{1,200}) \()?(?:file:\/\/)?(.{1,500}):(\d+):(\d+)\)?$/.exec(text) ?? []
  if (file === undefined) return []
  return [
    {
      function: name,
      filename: file.replace(/^.*\/(?=(?:server|contract|node_modules)\/)/, ''),
      lineno: Number(line),
      colno: Number(column),
    },
  ]
}
