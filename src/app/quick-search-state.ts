import { proxy } from 'valtio'

/** Whether quick search is open: its button and a shortcut open it, and a shared web page with its host as the term. */
export const quickSearch = proxy({ open: false, term: '' })
