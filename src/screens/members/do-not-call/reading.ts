/** What a file says: the numbers it holds as they stand there, and whether each is listed where a column of the file tells so. */
export type Numbers = { numbers: string[]; listed: boolean[] | null }

/** Numbers by what the register says of them, ready to be sent. */
export type Told = { listed: string[]; notListed: string[] }

/**
 * Reads the text of a wash result: one number a line, or a table with a column of them and perhaps one that says yes or no. A heading
 * is left out; a row whose answer is neither (the register's own 'invalid') is kept as one that tells nothing, and is left out too.
 */
export const readNumbers = (text: string): Numbers => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const mark = [',', ';', '\t', '|'].find((each) =>
    lines.slice(0, 20).some((line) => line.includes(each)),
  )
  const rows = lines
    .map((line) => (mark === undefined ? [line] : line.split(mark)).map(plain))
    .filter((row) => row.some((cell) => cell !== ''))
  const body = rows.length > 0 && !rows[0]?.some(isNumber) ? rows.slice(1) : rows
  const sample = body.slice(0, 200)
  const widths = Math.max(0, ...sample.map((row) => row.length))
  const columns = Array.from({ length: widths }, (_, at) => at)
  const numberAt = best(columns, (at) => sample.filter((row) => isNumber(row[at] ?? '')).length)
  const answers = (at: number) => sample.map((row) => answerOf(row[at] ?? ''))
  const answerAt = columns.find(
    (at) =>
      at !== numberAt &&
      answers(at).every((each) => each !== undefined) &&
      answers(at).some((each) => each !== null),
  )
  if (answerAt === undefined)
    return { numbers: body.map((row) => row[numberAt] ?? ''), listed: null }
  const told = body.flatMap((row) => {
    const answer = answerOf(row[answerAt] ?? '')
    return typeof answer === 'boolean' ? [{ number: row[numberAt] ?? '', answer }] : []
  })
  return { numbers: told.map(({ number }) => number), listed: told.map(({ answer }) => answer) }
}

/**
 * What is known of every number: the result says it of its own, and of those that were checked and are not in it, the contrary. The
 * result holds the numbers that are listed, or those that are not, unless a column of its own says which is which.
 */
export const combined = (
  result: Numbers,
  holds: 'listed' | 'not-listed',
  checked: Numbers | null,
): Told => {
  const told: Told = { listed: [], notListed: [] }
  for (const [at, number] of result.numbers.entries())
    told[(result.listed?.[at] ?? holds === 'listed') ? 'listed' : 'notListed'].push(number)
  if (checked === null || result.listed !== null) return told
  const named = new Set(result.numbers.map(keyOf))
  const rest = checked.numbers.filter((number) => !named.has(keyOf(number)))
  told[holds === 'listed' ? 'notListed' : 'listed'].push(...rest)
  return told
}

const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'(?=[+=\d])/, '')
    .trim()

const isNumber = (cell: string): boolean => {
  const digits = cell.replace(/\D/g, '').length
  return digits >= 6 && digits <= 18 && /^[\d\s+().-]+$/.test(cell)
}

/** How one number is told from another, with its country and leading zero or without. */
const keyOf = (number: string): string => number.replace(/\D/g, '').slice(-9)

/** True is listed; null is an answer that tells nothing; undefined is none. */
const answerOf = (cell: string): boolean | null | undefined => saidBy[cell.toLowerCase()]

const saidBy: Readonly<Record<string, boolean | null | undefined>> = {
  y: true,
  yes: true,
  true: true,
  '1': true,
  r: true,
  registered: true,
  listed: true,
  n: false,
  no: false,
  false: false,
  '0': false,
  nr: false,
  'not registered': false,
  unregistered: false,
  'not listed': false,
  i: null,
  invalid: null,
  '': null,
}

const best = (columns: readonly number[], score: (at: number) => number): number =>
  columns.reduce((one, other) => (score(other) > score(one) ? other : one), 0)
