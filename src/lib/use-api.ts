import { createContext, use } from 'react'
import type { ApiClient } from './api.ts'

const ApiContext = createContext<ApiClient | null>(null)

/** Hands the client to everything below it. */
export const ApiProvider = ApiContext.Provider

/** The API client of the page. */
export const useApi = (): ApiClient => {
  const client = use(ApiContext)
  if (client === null) throw new Error('useApi needs an ApiProvider above it')
  return client
}
