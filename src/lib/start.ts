import { proxy } from 'valtio'

/** Whether the first screen stands: what can wait, waits for it. */
export const start = proxy<{ done: boolean }>({ done: false })
