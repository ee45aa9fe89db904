import { useEffect } from 'react'
import { storagePrefix } from '../offline/names.ts'
import { whenIdle } from './idle.ts'
import { keptIsDrawn } from './kept-first.ts'
import { writeStored } from './stored.ts'

/**
 * A screen that draws from the device is kept as it stands. At the next start at its address index.html shows that at once, and the app
 * takes its place as soon as it has drawn the same (decision 024).
 */

type Owner = { userId: string; orgId: string }

const longest = 200_000
const hearers = new Set<() => void>()

/** Says that the content of a screen stands which the next start may begin with; the attributes belong to an element of it. */
export const useKeptContent = (): { 'data-kept': '' } => {
  useEffect(() => {
    for (const hear of hearers) hear()
  }, [])
  return { 'data-kept': '' }
}

/** Not shown of a screen that was kept: what changes from one minute to the next. */
export const ofNow = { 'data-of-now': '' }

/** The app takes the place of the screen as it was left. */
const showApp = (): void => {
  document.getElementById('last-screen')?.remove()
  delete document.documentElement.dataset['last']
}

/** Shows the app once its content stands, or nothing more comes from the device; and keeps what stands for the next start. Returns how to stop. */
export const followScreen = (owner: Owner, hasLeft: () => boolean): (() => void) => {
  let stopped = false
  const keep = (): void => {
    if (!stopped && !hasLeft()) keepScreen(owner)
  }
  const stands = (): void => {
    showApp()
    whenIdle(keep)
  }
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') keep()
  }
  hearers.add(stands)
  document.addEventListener('visibilitychange', hidden)
  void keptIsDrawn().then(showApp)
  return () => {
    stopped = true
    hearers.delete(stands)
    document.removeEventListener('visibilitychange', hidden)
  }
}

const keepScreen = ({ userId, orgId }: Owner): void => {
  const root = document.getElementById('root')
  // Further down, the rows it begins with are not drawn.
  if (!root?.querySelector('[data-kept]') || scrollY > 0) return
  const html = stillOf(root)
  if (html.length > longest) return
  writeStored(`${storagePrefix}screen.${userId}.${orgId}`, {
    href: location.pathname + location.search,
    at: Date.now(),
    build: document.querySelector<HTMLMetaElement>('meta[name=build]')?.content,
    width: innerWidth,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    html,
  })
}

/** A picture of what of the page is in sight, in which only links work: without the app nothing else would answer. */
const stillOf = (root: HTMLElement): string => {
  const still = root.cloneNode(true)
  if (!(still instanceof HTMLElement)) return ''
  // Rows below the window would only hold up the first paint.
  const below = [...root.querySelectorAll('li')].map(
    (row) => row.getBoundingClientRect().top > innerHeight,
  )
  for (const [at, row] of [...still.querySelectorAll('li')].entries()) if (below[at]) row.remove()
  for (const one of still.querySelectorAll('*')) {
    one.removeAttribute('id')
    one.removeAttribute('data-kept')
    // On a line that answers nothing a picture would hold up the page.
    if (one.matches('img')) one.removeAttribute('src')
    if (one.matches('button, input, select, textarea, [tabindex="0"]'))
      one.setAttribute('inert', '')
    // Where it is read again the page's policy allows no styles in attributes; index.html sets them.
    const style = one.getAttribute('style')
    if (style === null) continue
    one.removeAttribute('style')
    one.setAttribute('data-style', style)
  }
  return still.innerHTML
}
