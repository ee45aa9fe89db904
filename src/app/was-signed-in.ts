import { createContext } from 'react'

/** Being signed out then is a sign-out (spec 2). */
export const WasSignedIn = createContext(false)
