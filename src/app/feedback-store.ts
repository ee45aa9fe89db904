import { proxy } from 'valtio'

/** Whether the feedback dialog is open, on any screen. */
export const feedbackStore = proxy({ open: false })
