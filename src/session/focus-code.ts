/** Gives the focus, once, to a code field that Clerk shows, unless the user is elsewhere. Returns how to stop. */
export const focusCode = (screen: Element): (() => void) => {
  let focused: Element | null = null
  const observer = new MutationObserver(() => {
    const field = screen.querySelector<HTMLInputElement>('input[data-input-otp]')
    // The button that led here has the focus until Clerk removes it.
    if (field === null || field === focused || document.activeElement !== document.body) return
    focused = field
    field.focus()
  })
  observer.observe(screen, { childList: true, subtree: true })
  return () => observer.disconnect()
}
