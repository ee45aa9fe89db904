import { useEffect } from 'react'
import { storagePrefix } from '../offline/names.ts'
import { afterDeviceReads, onIdle } from './defer.ts'
import { writeStored } from './storage.ts'

/**
 * At the next start index.html shows the snapshot at once, and the app replaces it as soon as it has drawn the same (decision
 * 024).
 */

type Owner = { userId: string; orgId: string }

const maxLength = 200_000
const listeners = new Set<() => void>()

/** For the element whose content is the snapshot. */
export const useScreenSnapshot = (): { 'data-snapshot': '' } => {
  useEffect(() => {
    for (const listener of listeners) listener()
  }, [])
  return { 'data-snapshot': '' }
}

/** For what changes from one minute to the next: a snapshot leaves it out. */
export const volatileAttributes = { 'data-of-now': '' }

const showApp = (): void => {
  document.getElementById('last-screen')?.remove()
  delete document.documentElement.dataset['last']
}

/** Shows the app once its content is drawn, or the device has nothing more. Returns how to stop. */
export const startScreenSnapshots = (owner: Owner, hasLeft: () => boolean): (() => void) => {
  let stopped = false
  const save = (): void => {
    if (!stopped && !hasLeft()) saveScreen(owner)
  }
  const onContentReady = (): void => {
    showApp()
    onIdle(save)
  }
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') save()
  }
  listeners.add(onContentReady)
  document.addEventListener('visibilitychange', hidden)
  void afterDeviceReads().then(() => {
    if (!stopped) showApp()
  })
  return () => {
    stopped = true
    showApp()
    listeners.delete(onContentReady)
    document.removeEventListener('visibilitychange', hidden)
  }
}

const saveScreen = ({ userId, orgId }: Owner): void => {
  const root = document.getElementById('root')
  // Further down, the rows it begins with are not drawn.
  if (!root?.querySelector('[data-snapshot]') || scrollY > 0) return
  const html = snapshotOf(root)
  if (html.length > maxLength) return
  writeStored(`${storagePrefix}screen.${userId}.${orgId}`, {
    href: location.pathname + location.search,
    at: Date.now(),
    build: document.querySelector<HTMLMetaElement>('meta[name=build]')?.content,
    width: innerWidth,
    scrolls: document.documentElement.scrollHeight > innerHeight,
    html,
  })
}

/** Only what is in sight, in which only links work: nothing else would answer without the app. */
const snapshotOf = (root: HTMLElement): string => {
  const snapshot = root.cloneNode(true)
  if (!(snapshot instanceof HTMLElement)) return ''
  // Rows below the window would only hold up the first paint.
  const below = [...root.querySelectorAll('li')].map(
    (row) => row.getBoundingClientRect().top > innerHeight,
  )
  for (const [at, row] of [...snapshot.querySelectorAll('li')].entries())
    if (below[at]) row.remove()
  for (const element of snapshot.querySelectorAll('*')) {
    element.removeAttribute('id')
    element.removeAttribute('data-snapshot')
    // On a line that answers nothing a picture would hold up the page.
    if (element.matches('img')) element.removeAttribute('src')
    if (element.matches('button, input, select, textarea, [tabindex="0"]'))
      element.setAttribute('inert', '')
    // The page's policy allows no style attributes in a snapshot; index.html sets the styles.
    const style = element.getAttribute('style')
    if (style === null) continue
    element.removeAttribute('style')
    element.setAttribute('data-style', style)
  }
  return snapshot.innerHTML
}
