/** How this page sends what is unsent; whoever runs the outbox puts it here, null while nothing runs. Resolves when it has tried. */
export const unsentSender: { send: (() => Promise<void>) | null } = { send: null }

/** Changes that only this device has: how many, counted again, and how to send them. */
export type Unsent = {
  count: number
  again: () => Promise<number>
  sendNow: (() => Promise<void>) | null
}

/** '1 change hasn’t synced yet', '12 changes haven’t synced yet'. */
export const notSent = (count: number): string =>
  count === 1
    ? '1 change hasn’t synced yet'
    : `${count.toLocaleString('en-AU')} changes haven’t synced yet`
