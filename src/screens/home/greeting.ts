/** 'Good morning, Alex', by the hour of the day (0 to 23) and the first name. */
export const greeting = (name: string | null, hour: number): string => {
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const first = name?.trim().split(/\s+/)[0] ?? ''
  return first === '' ? `Good ${part}` : `Good ${part}, ${first}`
}

/** 'Tuesday 3 March'. */
export const formatToday = (now: Date): string =>
  new Intl.DateTimeFormat('en-AU', { weekday: 'long', day: 'numeric', month: 'long' })
    .format(now)
    .replace(',', '')
