/**
 * refused: private mode, switched off or missing; lost: reopening failed; newer: a newer version of Fieldbook wrote it; replaced:
 * another tab upgrades it; closed: signed out or wiped; slow: no answer within a second; stuck: given up after five.
 */
export type StorageErrorKind =
  | 'full'
  | 'refused'
  | 'damaged'
  | 'lost'
  | 'newer'
  | 'replaced'
  | 'closed'
  | 'slow'
  | 'stuck'
  | 'failed'

/** The only error of reads and writes in src/offline: nothing was saved. */
export class StorageError extends Error {
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, cause?: unknown) {
    super(`The device's storage: ${kind}`, { cause })
    this.name = 'StorageError'
    this.kind = kind
  }
}

/** Translates an error of IndexedDB or Dexie; undefined where the caller's own work threw it. */
export const storageErrorKindOf = (error: unknown): StorageErrorKind | undefined => {
  if (error instanceof StorageError) return error.kind
  const chain = causes(error)
  for (const { name, message } of chain)
    // Safari and Chromium report a dead connection only in the message, under several names.
    if (/connection (to indexed database server )?(is |was )?(lost|closing)/i.test(message))
      return name === 'DatabaseClosedError' ? 'closed' : 'lost'
  for (const { name } of chain) {
    const kind = byName.get(name)
    if (kind !== undefined) return kind
  }
  return chain.some(({ name }) => dexieNames.has(name)) ? 'failed' : undefined
}

const byName = new Map<string, StorageErrorKind>([
  ['QuotaExceededError', 'full'],
  ['MissingAPIError', 'refused'],
  ['MissingApiError', 'refused'],
  ['SecurityError', 'refused'],
  ['VersionError', 'newer'],
  ['DatabaseClosedError', 'closed'],
  ['InvalidStateError', 'lost'],
  ['UnknownError', 'damaged'],
  ['DataError', 'damaged'],
  ['NotFoundError', 'damaged'],
  ['TimeoutError', 'stuck'],
])

const dexieNames = new Set([
  'OpenFailedError',
  'AbortError',
  'BulkError',
  'TransactionInactiveError',
])

/** The error and its causes, the innermost first: Dexie wraps quota errors as AbortError.inner (Dexie issues 776 and 840). */
const causes = (error: unknown): { name: string; message: string }[] => {
  const chain: { name: string; message: string }[] = []
  let next: unknown = error
  while (typeof next === 'object' && next !== null && chain.length < 8) {
    // Any object: each member is checked or converted below.
    const { name, message, inner, cause } = next as Partial<Record<string, unknown>>
    chain.unshift({ name: String(name), message: String(message) })
    next = inner ?? cause
  }
  return chain
}

/** The ms after which an operation is reported as slow, and given up as stuck. */
export type Limits = { slow: number; stuck: number }
export const limits: Limits = { slow: 1000, stuck: 5000 }

/** 'stuck' where the operation never settles (Chromium over quota, Dexie issue 840). Other errors pass through. */
export const withTimeout = async <T>(
  operation: () => PromiseLike<T>,
  onSlow: () => void,
  { slow, stuck }: Limits = limits,
): Promise<T> => {
  let timers: ReturnType<typeof setTimeout>[] = []
  try {
    return await new Promise<T>((resolve, reject) => {
      timers = [
        setTimeout(onSlow, slow),
        setTimeout(() => reject(new StorageError('stuck')), stuck),
      ]
      operation().then(resolve, reject)
    })
  } catch (error) {
    const kind = storageErrorKindOf(error)
    throw kind === undefined || error instanceof StorageError
      ? error
      : new StorageError(kind, error)
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}
