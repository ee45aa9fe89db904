import { readPageSettings } from './page-settings.ts'

/** A new ticket of the help desk, with what it is about and the page it comes from; null where none is configured. */
export const contactSalesLink = (about?: string): string | null => {
  const { contactSalesUrl } = readPageSettings()
  if (!contactSalesUrl) return null
  const url = new URL(contactSalesUrl, location.origin)
  if (about !== undefined) url.searchParams.set('about', about)
  url.searchParams.set('page', location.pathname)
  return url.href
}
