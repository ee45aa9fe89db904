/**
 * What can be wrong with the device's storage, in the words a screen chooses its sentence by:
 * full; refused (private mode, switched off, missing); damaged; lost (the connection went and did not come back);
 * newer (another version of Fieldbook wrote it); replaced (another tab upgrades it: reload); closed (signed out, wiped);
 * slow (not answered within a second, still waited for); stuck (given up after five); failed (anything else).
 */
export type TroubleKind =
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

/** The one error of everything in src/offline that reads or writes: nothing was saved. */
export class StorageTrouble extends Error {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, cause?: unknown) {
    super(`The device's storage: ${kind}`, { cause })
    this.name = 'StorageTrouble'
    this.kind = kind
  }
}

/** What an error of IndexedDB or Dexie means; undefined when it comes from the caller's own work and is theirs to see. */
export const troubleOf = (error: unknown): TroubleKind | undefined => {
  if (error instanceof StorageTrouble) return error.kind
  const chain = causes(error)
  for (const { name, message } of chain)
    // Safari and Chromium tell of a dead connection in words only, under several names.
    if (/connection (to indexed database server )?(is |was )?(lost|closing)/i.test(message))
      return name === 'DatabaseClosedError' ? 'closed' : 'lost'
  for (const { name } of chain) {
    const kind = byName.get(name)
    if (kind !== undefined) return kind
  }
  return chain.some(({ name }) => dexieNames.has(name)) ? 'failed' : undefined
}

const byName = new Map<string, TroubleKind>([
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

/** The error and what it wraps, the innermost first: Dexie hands quota on as AbortError.inner (Dexie issues 776 and 840). */
const causes = (error: unknown): { name: string; message: string }[] => {
  const chain: { name: string; message: string }[] = []
  let next: unknown = error
  while (typeof next === 'object' && next !== null && chain.length < 8) {
    // An object whose members may be anything: each is looked at on its own.
    const { name, message, inner, cause } = next as Partial<Record<string, unknown>>
    chain.unshift({ name: String(name), message: String(message) })
    next = inner ?? cause
  }
  return chain
}

/** After how many ms an unanswered operation is told, and given up. */
export type Limits = { slow: number; stuck: number }
export const limits: Limits = { slow: 1000, stuck: 5000 }

/**
 * The operation's result, or StorageTrouble: 'stuck' when it does not settle (Chromium over quota never does, Dexie issue 840).
 * `onSlow` hears of it before. Errors that are not the storage's pass through as they are.
 */
export const inTime = async <T>(
  operation: () => PromiseLike<T>,
  onSlow: () => void,
  { slow, stuck }: Limits = limits,
): Promise<T> => {
  let timers: ReturnType<typeof setTimeout>[] = []
  try {
    return await new Promise<T>((resolve, reject) => {
      timers = [
        setTimeout(onSlow, slow),
        setTimeout(() => reject(new StorageTrouble('stuck')), stuck),
      ]
      operation().then(resolve, reject)
    })
  } catch (error) {
    const kind = troubleOf(error)
    throw kind === undefined || error instanceof StorageTrouble
      ? error
      : new StorageTrouble(kind, error)
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}
