import { createContext } from 'react'

/** Whether someone was signed in on this page before: then being signed out is a sign-out (spec 2). */
export const WasSignedIn = createContext(false)
