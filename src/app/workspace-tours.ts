declare global {
  interface Window {
    /** The command queue of Product Fruits, which exists before its script loads. */
    $productFruits?: unknown[][]
    productFruits?: { scrV?: string }
  }
}

const address = 'https://app.productfruits.com/static/script.js'

/** The workspace decides which tour to show. It receives the user's id and role, never a name or address. */
export const openWorkspaceTours = (
  workspace: string,
  { userId, role }: { userId: string; role: string },
  page: Window = window,
): void => {
  const first = page.$productFruits === undefined
  page.$productFruits ??= []
  page.productFruits = { ...page.productFruits, scrV: '2' }
  try {
    page.$productFruits.push(['init', workspace, 'en', { username: userId, role }])
  } catch {
    // Its script has replaced the queue by something else.
    return
  }
  if (!first) return
  const script = page.document.createElement('script')
  script.async = true
  script.src = address
  page.document.head.append(script)
}
