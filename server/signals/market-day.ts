/** YYYY-MM-DD in Sydney: by UTC, a Monday morning would still be Sunday. */
export const marketDay = (at: Date): string => calendar.format(at)

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
