import { proxy } from 'valtio'

/** Whether quick search is open: its button and a shortcut open it. */
export const quickSearch = proxy({ open: false })
