/** Gives the focus to a code field that Clerk shows, unless the user is elsewhere. Returns how to stop. */
export const focusCode = (screen: Element): (() => void) => {
  let last: Element | null = null
  const observer = new MutationObserver(() => {
    const field = screen.querySelector<HTMLInputElement>('input[data-input-otp]')
    if (field !== last && document.activeElement === document.body) field?.focus()
    last = field
  })
  observer.observe(screen, { childList: true, subtree: true })
  return () => observer.disconnect()
}
