/** How this page sends what is unsent; whoever runs the outbox puts it here, null while nothing runs. Resolves when it has tried. */
export const unsentSender: { send: (() => Promise<void>) | null } = { send: null }

/** Changes that only this device has: how many, counted again, and how to send them. */
export type Unsent = {
  count: number
  again: () => Promise<number>
  sendNow: (() => Promise<void>) | null
}

/** '1 change has not been sent', '12 changes have not been sent'. */
export const notSent = (count: number): string =>
  count === 1
    ? '1 change has not been sent'
    : `${count.toLocaleString('en-AU')} changes have not been sent`
