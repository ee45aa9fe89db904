/**
 * The day it is in the market, YYYY-MM-DD, by Sydney's clocks: what happens here on a Monday morning has not happened on Sunday, which is
 * what Greenwich says until eleven.
 */
export const marketDay = (at: Date): string => calendar.format(at)

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
