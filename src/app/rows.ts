/** The rows of the screen that the keyboard moves through: whatever carries `data-row`. */
export const rowsOf = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main [data-row]'),
]

/** Focuses a row, or what opens it. */
export const focusRow = (row: HTMLElement): void => {
  const target = row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>('a[href], button')
  target?.focus()
  row.scrollIntoView({ block: 'nearest' })
}
