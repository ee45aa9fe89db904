import { configure } from '@testing-library/dom'

const shownLength = 2_000

configure({
  // Results arrive in milliseconds; a busy machine may take longer, and giving up early proves nothing.
  asyncUtilTimeout: 15_000,
  // A search that waits makes an error every 50 ms. The default one prints the whole page each time, which takes longer than the page.
  getElementError: (message, container) => {
    const error = new Error(
      `${message ?? ''}\n\nThe page reads: ${container.textContent?.slice(0, shownLength) ?? ''}`,
    )
    error.name = 'TestingLibraryElementError'
    return error
  },
})
