/** Texts of a CRM may be of any length. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text
