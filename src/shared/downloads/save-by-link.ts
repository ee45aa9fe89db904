/** Saves without leaving the page, in the installed app too. */
export const saveByLink = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
