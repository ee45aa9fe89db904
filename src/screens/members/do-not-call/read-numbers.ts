/** The numbers of a file as written there, and whether each is listed if a column says so. */
export type Numbers = { numbers: string[]; listed: boolean[] | null }

export type ListedNumbers = { listed: string[]; notListed: string[] }

/** Skips headings and rows with another answer, such as the register's 'invalid'. */
export const readNumbers = (text: string): Numbers => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const mark = [',', ';', '\t', '|'].find((each) =>
    lines.slice(0, 20).some((line) => line.includes(each)),
  )
  const rows = lines
    .map((line) => (mark === undefined ? [line] : line.split(mark)).map(cleanCell))
    .filter((row) => row.some((cell) => cell !== ''))
  const body = rows.length > 0 && !rows[0]?.some(isNumber) ? rows.slice(1) : rows
  const sample = body.slice(0, 200)
  const widths = Math.max(0, ...sample.map((row) => row.length))
  const columns = Array.from({ length: widths }, (_, at) => at)
  const numberAt = findBestColumn(
    columns,
    (at) => sample.filter((row) => isNumber(row[at] ?? '')).length,
  )
  const answers = (at: number) => sample.map((row) => answerOf(row[at] ?? ''))
  const answerAt = columns.find(
    (at) =>
      at !== numberAt &&
      answers(at).every((each) => each !== undefined) &&
      answers(at).some((each) => each !== null),
  )
  if (answerAt === undefined)
    return { numbers: body.map((row) => row[numberAt] ?? ''), listed: null }
  const parsed = body.flatMap((row) => {
    const answer = answerOf(row[answerAt] ?? '')
    return typeof answer === 'boolean' ? [{ number: row[numberAt] ?? '', answer }] : []
  })
  return { numbers: parsed.map(({ number }) => number), listed: parsed.map(({ answer }) => answer) }
}

/** A number missing from the result has the opposite answer: the result holds either the listed or the unlisted numbers. */
export const combineNumbers = (
  result: Numbers,
  holds: 'listed' | 'not-listed',
  checked: Numbers | null,
): ListedNumbers => {
  const listing: ListedNumbers = { listed: [], notListed: [] }
  for (const [at, number] of result.numbers.entries())
    listing[(result.listed?.[at] ?? holds === 'listed') ? 'listed' : 'notListed'].push(number)
  if (checked === null || result.listed !== null) return listing
  const named = new Set(result.numbers.map(keyOf))
  const rest = checked.numbers.filter((number) => !named.has(keyOf(number)))
  listing[holds === 'listed' ? 'notListed' : 'listed'].push(...rest)
  return listing
}

const cleanCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'(?=[+=\d])/, '')
    .trim()

const isNumber = (cell: string): boolean => {
  const digits = cell.replace(/\D/g, '').length
  return digits >= 6 && digits <= 18 && /^[\d\s+().-]+$/.test(cell)
}

/** The key of a number, the same with or without country code and leading zero. */
const keyOf = (number: string): string => number.replace(/\D/g, '').slice(-9)

/** True is listed, null is an unknown answer, undefined is no answer. */
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

const findBestColumn = (columns: readonly number[], score: (at: number) => number): number =>
  columns.reduce((bestColumn, other) => (score(other) > score(bestColumn) ? other : bestColumn), 0)
