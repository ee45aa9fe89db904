import { proxy } from 'valtio'

/** How many notices are unread, as the bell shows it. */
export const noticesTold = proxy<{ unread: number }>({ unread: 0 })
