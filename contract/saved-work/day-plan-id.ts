/** How many stops a member plans for a day. */
export const maxStops = 30

/** The same on every device and on the server: a UUID (version 8) of the day and the user. */
export const dayPlanId = (userId: string, day: string): string => {
  const user = `${hashed(userId, 0x811c9dc5)}${hashed(userId, 0x9747b28c)}`
  return [
    day.replaceAll('-', ''),
    user.slice(0, 4),
    `8${user.slice(4, 7)}`,
    `a${user.slice(7, 10)}`,
    user.slice(10).padStart(12, '0'),
  ].join('-')
}

/** The day of a plan's id. */
export const dayOfPlan = (id: string): string => id.replace(/^(\d{4})(\d\d)(\d\d)-.*$/, '$1-$2-$3')

/** FNV-1a, eight hexadecimal digits. */
const hashed = (text: string, seed: number): string => {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
