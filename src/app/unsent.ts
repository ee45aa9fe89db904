/** Null while no sync runs. Resolves after an attempt. */
export const unsentSender: { send: (() => Promise<void>) | null } = { send: null }

/** Changes and undecided conflicts that only this device has. */
export type Unsent = {
  count: number
  again: () => Promise<number>
  sendNow: (() => Promise<void>) | null
}

export const notSent = (count: number): string =>
  count === 1
    ? '1 change hasn’t synced yet'
    : `${count.toLocaleString('en-AU')} changes haven’t synced yet`
