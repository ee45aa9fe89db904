/** Reads email addresses separated by spaces, commas or semicolons; returns a sentence about the first that is none. */
export const readEmails = (text: string): { emails: string[] } | { error: string } => {
  const parts = text.split(/[\s,;]/).filter((part) => part !== '')
  const wrong = parts.find((part) => !isEmail(part))
  if (wrong !== undefined) return { error: `“${wrong}” isn’t an email address.` }
  return parts.length === 0
    ? { error: 'Enter a work email.' }
    : { emails: [...new Set(parts.map((part) => part.toLowerCase()))] }
}

/** The sign-in service checks the rest. */
const isEmail = (text: string): boolean => {
  const [name, domain = '', ...more] = text.split('@')
  return name !== '' && more.length === 0 && domain.split('.').filter(Boolean).length > 1
}
