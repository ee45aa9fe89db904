type Country = 'AU' | 'NZ'

/** '(08) 7010 2513' and '0491 570 156' for a number of the reader's country; a number of another country, or a masked one, as it is. */
export const formatPhone = (number: string, reader = countryOfReader()): string => {
  const plain = number.replaceAll(/[\s()-]/g, '')
  const [shape, text] =
    shapes.find(([shape, , country]) => country === reader && shape.test(plain)) ?? []
  return shape === undefined || text === undefined ? number : plain.replace(shape, text)
}

const shapes: readonly (readonly [RegExp, string, Country])[] = [
  [/^(?:\+61|0)(4\d\d)(\d{3})(\d{3})$/, '0$1 $2 $3', 'AU'],
  [/^(?:\+61|0)([2378])(\d{4})(\d{4})$/, '(0$1) $2 $3', 'AU'],
  [/^(?:\+64|0)(2\d)(\d{3})(\d{3,5})$/, '0$1 $2 $3', 'NZ'],
  [/^(?:\+64|0)([34679])(\d{3})(\d{4})$/, '(0$1) $2 $3', 'NZ'],
]

const countryOfReader = (): Country | null => {
  timeZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (timeZone.startsWith('Australia/')) return 'AU'
  return timeZone === 'Pacific/Auckland' || timeZone === 'Pacific/Chatham' ? 'NZ' : null
}
let timeZone: string | undefined
