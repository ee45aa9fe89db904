import {
  addBreadcrumb,
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
  setTag,
  setUser,
} from '@sentry/react'
import { errorSampling } from '../../contract/constants.ts'
import { withoutValues } from '../../contract/core/without-values.ts'
import { Unreachable } from './api-errors.ts'
import { watchErrors } from './log.ts'
import { refusesTracking, scrub } from './telemetry-scrub.ts'

/** Who uses the page, by id. */
export type Visitors = {
  current: () => { identity: { userId: string | null; orgId: string | null } }
  subscribe: (listener: () => void) => unknown
}

/** Constants of spec 9; `release` identifies the build. */
export const startSentry = (dsn: string, release: string | undefined, visitors: Visitors): void => {
  init({
    dsn,
    ...(release !== undefined && { release }),
    ...errorSampling,
    ...(refusesTracking() && { replaysSessionSampleRate: 0, replaysOnErrorSampleRate: 0 }),
    dataCollection: nothing,
    // Our server continues no trace.
    tracePropagationTargets: [],
    integrations: (defaults) => [
      ...defaults.filter((integration) => integration.name !== 'Console'),
      browserTracingIntegration(),
      // Contact details are on screen: recordings show shapes, not words.
      replayIntegration({
        maskAllText: true,
        blockAllMedia: true,
        maskAttributes: namingAttributes,
        // `scrubbingTransport` reads recordings, and compresses them.
        useCompression: false,
      }),
    ],
    beforeBreadcrumb: (crumb) =>
      crumb.message === undefined
        ? crumb
        : { ...crumb, message: withoutValues(scrub(crumb.message)) },
    beforeSend: (event, { originalException }) => {
      if (isExpected(originalException)) return null
      for (const exception of event.exception?.values ?? [])
        if (exception.value !== undefined) exception.value = withoutValues(exception.value)
      return event
    },
    transport: scrubbingTransport,
  })
  const name = (): void => {
    const { userId, orgId } = visitors.current().identity
    setUser(userId === null ? null : { id: userId })
    setTag('organisation', orgId)
  }
  name()
  visitors.subscribe(name)
  watchErrors(reportError)
}

/** What the server refused or did not answer is no fault of the page: it goes along with the next report. */
const reportError = (message: string, cause: unknown): void => {
  const text = withoutValues(message)
  if (isExpected(cause))
    addBreadcrumb({ category: 'refused', level: 'warning', message: text, data: codeOf(cause) })
  else captureException(cause ?? new Error(text), { tags: { where: text } })
}

const isExpected = (cause: unknown): cause is object =>
  cause instanceof Unreachable ||
  cause instanceof DOMException ||
  (typeof cause === 'object' && cause !== null && 'status' in cause && 'code' in cause)

const codeOf = (cause: object) => {
  if (cause instanceof Unreachable) return { reason: cause.reason }
  return 'status' in cause && 'code' in cause ? { status: cause.status, code: cause.code } : {}
}

/** By default Sentry collects all of it. */
const nothing = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
  graphQL: { document: false, variables: false },
  genAI: { inputs: false, outputs: false },
  mcp: { inputs: false, outputs: false },
  databaseQueryData: false,
  queues: false,
  stackFrameVariables: false,
}

/** Attributes that hold names, numbers or addresses. */
const namingAttributes = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'content',
  'download',
  'href',
  'label',
  'placeholder',
  'title',
  'value',
]

type Transport = ReturnType<typeof makeFetchTransport>
type Envelope = Parameters<Transport['send']>[0]

/** Whatever Sentry's parts collect passes it. */
const scrubbingTransport: typeof makeFetchTransport = (options) => {
  const transport = makeFetchTransport(options)
  return {
    ...transport,
    send: (envelope) => {
      const [headers, items] = envelope
      const scrubbed = items.map(([itemHeaders, payload]) => [itemHeaders, scrubItem(payload)])
      const recordings = scrubbed.some(([, payload]) => payload instanceof Promise)
      // The shape is the same; TypeScript cannot follow a union of envelopes.
      const send = (ready: unknown[]) => transport.send([scrub(headers), ready] as Envelope)
      return recordings ? Promise.all(scrubbed.map(packed)).then(send) : send(scrubbed)
    },
  }
}

const scrubItem = (payload: unknown): unknown => {
  if (typeof payload !== 'string') return scrub(payload)
  const [head = '', recording = '[]'] = payload.split('\n', 2)
  return deflate(head, JSON.stringify(scrub(JSON.parse(recording))))
}

const packed = async ([headers, payload]: unknown[]): Promise<unknown[]> => {
  const bytes = await payload
  return bytes instanceof Uint8Array
    ? [{ type: 'replay_recording', length: bytes.length }, bytes]
    : [headers, bytes]
}

/** As Sentry's own worker does: the number of the segment, then zlib. */
const deflate = async (head: string, recording: string): Promise<Uint8Array> => {
  const stream = new Blob([recording]).stream().pipeThrough(new CompressionStream('deflate'))
  const body = await new Response(stream).arrayBuffer()
  return new Uint8Array(await new Blob([`${head}\n`, body]).arrayBuffer())
}
