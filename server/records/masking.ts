/** 'j•••@harbour.example', '+61 4•• ••• •••'. The number of dots is constant, so that it reveals nothing. */
export const maskContact = (value: string): string => {
  const at = value.lastIndexOf('@')
  if (at > 0) return `${value.slice(0, 1)}•••${value.slice(at)}`
  const [, code, first] = /^(\+(?:1|7|\d\d))[\s.(-]*(\d)/.exec(value.trim()) ?? []
  if (code !== undefined) return `${code} ${first}•• ••• •••`
  return `${value.replace(/\D/g, '').slice(0, 4)} ••• •••`
}
