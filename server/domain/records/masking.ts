/** What stands for an e-mail address or a phone number until it is unlocked: 'j•••@harbour.example', '0491 ••• •••'. The number of hidden characters tells nothing. */
export const masked = (value: string): string => {
  const at = value.lastIndexOf('@')
  if (at > 0) return `${value.slice(0, 1)}•••${value.slice(at)}`
  const digits = value.replace(/[^\d+]/g, '')
  const shown = digits.startsWith('+') ? digits.slice(0, 5) : digits.slice(0, 4)
  return `${shown} ••• •••`
}
