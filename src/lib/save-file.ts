/** Has the browser save a file. */
export const saveFile = (name: string, parts: readonly BlobPart[], type: string): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the URL after the click, so revoking waits.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export const csvType = 'text/csv;charset=utf-8'
