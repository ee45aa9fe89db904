import { createContext, use } from 'react'
import type { ApiClient } from './api.ts'

const ApiContext = createContext<ApiClient | null>(null)

export const ApiProvider = ApiContext.Provider

export const useApi = (): ApiClient => {
  const client = use(ApiContext)
  if (client === null) throw new Error('useApi needs an ApiProvider above it')
  return client
}
