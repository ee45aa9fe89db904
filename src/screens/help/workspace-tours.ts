import { log } from '../../lib/log.ts'

declare global {
  interface Window {
    /** Product Fruits' queue of commands, from before its script is there. */
    $productFruits?: unknown[][]
    productFruits?: { scrV?: string }
  }
}

const address = 'https://app.productfruits.com/static/script.js'

/**
 * Opens the tours of a Product Fruits workspace, which it begins by its own rules. Of the person it is told their id and their role,
 * never a name or an address. Its script stays until the page closes; it is asked for once.
 */
export const openWorkspaceTours = (
  workspace: string,
  { userId, role }: { userId: string; role: string },
  page: Window = window,
): void => {
  const first = page.$productFruits === undefined
  page.$productFruits ??= []
  page.productFruits = { ...page.productFruits, scrV: '2' }
  page.$productFruits.push(['init', workspace, 'en', { username: userId, role }])
  if (!first) return
  const script = page.document.createElement('script')
  script.async = true
  script.src = address
  script.addEventListener('error', () => log.warn('Product Fruits could not be reached.'))
  page.document.head.append(script)
}
