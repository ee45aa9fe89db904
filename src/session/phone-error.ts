/**
 * Clerk marks a refused number until its form is sent again. The number is optional, so an emptied field is no error: its looks
 * are in appearance.ts, this is what a screen reader says.
 */
export function clearEmptiedPhone(page: Document): void {
  page.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'phoneNumber') return
    const isWrong = target.value !== '' && target.classList.contains('cl-error')
    target.setAttribute('aria-invalid', String(isWrong))
    if (isWrong) target.setAttribute('aria-describedby', `error-${target.name}`)
    else target.removeAttribute('aria-describedby')
  })
}
